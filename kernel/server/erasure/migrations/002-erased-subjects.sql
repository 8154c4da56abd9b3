-- What browsers ask for that were closed or offline: the ids of each erasure, in the order of the commits
-- (kernel/decisions/0058-retention-and-erasure.md). A trigger writes it, so that a node of the version before is told of too.
create table erased_subjects (
  seq bigint generated always as identity primary key,
  -- What a browser remembers as its cursor. A seq is given again after a restore, an id never is: one that is not known says that
  -- the browser has to be told everything.
  id uuid not null unique default gen_random_uuid(),
  -- Ids by the subject of the audit log, as in `erasures`.
  subjects jsonb not null,
  -- Shortly before the commit: a page that was opened later has read nothing of them.
  told_at timestamptz(3) not null default clock_timestamp()
);

-- Tells of an erasure. The lock is held until the commit, and a seq is taken under it alone: whoever takes the next one sees this
-- one committed, or undone. So no row ever appears behind one that somebody has read.
create function tell_erased(subjects jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4607059);
  insert into erased_subjects (subjects) values (tell_erased.subjects);
end
$$;

create function tell_erasure() returns trigger language plpgsql as $$
begin
  perform tell_erased(new.subjects);
  return null;
end
$$;

-- First: it waits for erasures that are under way, which the next statement then sees.
create trigger erasures_tell after insert on erasures for each row execute function tell_erasure();

insert into erased_subjects (subjects, told_at) select subjects, erased_at from erasures order by erased_at, id;

create view kernel_v1_erased_subjects as select seq, id, subjects, told_at from erased_subjects;

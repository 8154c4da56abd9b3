-- Adds the records of an erasure to the list that browsers read. The lock is held until the commit, and a seq is taken only under
-- it: whoever takes the next one sees this one committed or undone, so that no row appears behind one that was already read.
create function add_erased_subjects(subjects jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4607059);
  insert into erased_subjects (subjects) values (add_erased_subjects.subjects);
end
$$;

alter function tell_erasure() rename to erasures_add_subjects;
create or replace function erasures_add_subjects() returns trigger language plpgsql as $$
begin
  perform add_erased_subjects(new.subjects);
  return null;
end
$$;

-- Nodes of the version before call `tell_erased`; the next version drops it.
create or replace function tell_erased(subjects jsonb) returns void language plpgsql as $$
begin
  perform add_erased_subjects(subjects);
end
$$;

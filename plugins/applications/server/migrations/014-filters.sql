-- The homes that the register knows, as other plugins tell them: an application carries the category of its applicant's
-- household in its own neighbourhood, so that whoever reaches the one reaches the other (kernel/decisions/0040-table-and-views.md).
create table application_homes (
  household_id bigint not null,
  personal_number text not null,
  neighborhood_id bigint not null,
  household_category_id bigint not null,
  primary key (household_id, personal_number)
);

create index application_homes_person on application_homes (personal_number, neighborhood_id, household_id)
  include (household_category_id);

alter table applications add column household_category_id bigint;

create function application_category() returns trigger language plpgsql as $$
begin
  new.household_category_id := (
    select household_category_id from application_homes
    where personal_number = new.personal_number and neighborhood_id = new.neighborhood_id order by household_id limit 1);
  return new;
end $$;

create trigger application_category_insert before insert on applications
  for each row when (new.personal_number is not null) execute function application_category();
create trigger application_category_change before update of personal_number, neighborhood_id on applications
  for each row execute function application_category();

-- Where a home is entered, changed or removed, the applications of those who live there follow.
create function application_homes_change() returns trigger language plpgsql as $$
begin
  update applications as application set household_category_id = home.household_category_id
  from (
    select id, (
      select household_category_id from application_homes as homes
      where homes.personal_number = own.personal_number and homes.neighborhood_id = own.neighborhood_id
      order by household_id limit 1
    ) as household_category_id
    from applications as own where personal_number in (select personal_number from changed_rows)
  ) as home
  where application.id = home.id and application.household_category_id is distinct from home.household_category_id;
  return null;
end $$;

create trigger application_homes_insert after insert on application_homes
  referencing new table as changed_rows for each statement execute function application_homes_change();
create trigger application_homes_update after update on application_homes
  referencing new table as changed_rows for each statement execute function application_homes_change();
create trigger application_homes_delete after delete on application_homes
  referencing old table as changed_rows for each statement execute function application_homes_change();

-- Which applications have a value, as bits: one for each of the 16,384 ids of a block, within the month of their arrival.
-- The keys are a letter and a value: a (all), n (neighbourhood), s (status), r (receiver, 0 nobody), e (employment),
-- o (source), c (category of the household, 0 none), d (day), m and t (month and day of the deadline, ~ none), and
-- l (open, with a deadline before the moment in application_bit_state).
create table application_bits (
  key text collate "C" not null,
  month date not null,
  block integer not null,
  bits bit(16384) not null,
  primary key (key, month, block)
) with (fillfactor = 70);

-- Two kilobytes stand in the row itself: read from a table beside it, each would cost three more look-ups.
alter table application_bits alter column bits set storage plain;

-- What the bits do not say yet: an application as it was (-1) and as it is (1), in the order of the changes.
create table application_bit_changes (
  seq bigint generated always as identity primary key,
  id bigint not null,
  day date not null,
  neighborhood_id bigint not null,
  status text not null,
  receiver_id bigint,
  employment_status text not null,
  source text not null,
  household_category_id bigint,
  cancel_time timestamptz(3),
  delta smallint not null
);

alter table application_bit_changes
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);

create table application_bit_state (
  one boolean primary key default true check (one),
  -- Open applications with an earlier deadline are in the bits of `l`.
  late_until timestamptz not null,
  -- Of the days in the keys t; null before the first compaction.
  time_zone text,
  -- Grows with each change of the bits: what was found by them holds until then.
  version bigint not null default 0
);
insert into application_bit_state (late_until) values ('-infinity');

do $$ begin
  execute format(
    'create aggregate application_bits_of(integer, integer) (sfunc = set_bit, stype = bit, initcond = %L)', repeat('0', 16384));
end $$;

-- The statements of 003, which append to both.
create or replace function application_count_insert() returns trigger language plpgsql as $$
begin
  insert into application_count_deltas (day, neighborhood_id, status, due, employment_status, delta)
  select day, neighborhood_id, status, application_due(status, cancel_time), employment_status, count(*)
  from new_rows group by 1, 2, 3, 4, 5;
  insert into application_bit_changes
    (id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, delta)
  select id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, 1
  from new_rows;
  return null;
end $$;

create or replace function application_count_change() returns trigger language plpgsql as $$
begin
  insert into application_count_deltas (day, neighborhood_id, status, due, employment_status, delta)
  select day, neighborhood_id, status, due, employment_status, sum(delta)
  from (
    select day, neighborhood_id, status, application_due(status, cancel_time) as due, employment_status, 1 as delta
    from new_rows
    union all
    select day, neighborhood_id, status, application_due(status, cancel_time), employment_status, -1 from old_rows
  ) as change
  group by 1, 2, 3, 4, 5
  having sum(delta) <> 0;
  insert into application_bit_changes
    (id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, delta)
  select side.*
  from new_rows as latter join old_rows as former using (id) cross join lateral (values
    (former.id, former.day, former.neighborhood_id, former.status, former.receiver_id, former.employment_status, former.source,
      former.household_category_id, former.cancel_time, -1),
    (latter.id, latter.day, latter.neighborhood_id, latter.status, latter.receiver_id, latter.employment_status, latter.source,
      latter.household_category_id, latter.cancel_time, 1)) as side
  where (former.day, former.neighborhood_id, former.status, former.receiver_id, former.employment_status, former.source,
      former.household_category_id, former.cancel_time)
    is distinct from (latter.day, latter.neighborhood_id, latter.status, latter.receiver_id, latter.employment_status, latter.source,
      latter.household_category_id, latter.cancel_time);
  return null;
end $$;

create or replace function application_count_delete() returns trigger language plpgsql as $$
begin
  insert into application_count_deltas (day, neighborhood_id, status, due, employment_status, delta)
  select day, neighborhood_id, status, application_due(status, cancel_time), employment_status, -count(*)
  from old_rows group by 1, 2, 3, 4, 5;
  insert into application_bit_changes
    (id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, delta)
  select id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, -1
  from old_rows;
  return null;
end $$;

-- Those that are there already: lists add them up until they are in the bits.
insert into application_bit_changes
  (id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, delta)
select id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, 1
from applications order by id;

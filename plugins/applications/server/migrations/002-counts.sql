-- Exact totals without contention (kernel/decisions/0002-counters-and-seek.md): a change appends what it changes, one job
-- folds the appended rows into the counts, and a reader adds both up in one statement.
create table application_count_deltas (
  day date not null,
  neighborhood_id bigint not null,
  status text not null,
  -- For an open application the quarter of an hour in which its deadline falls.
  due timestamptz,
  delta integer not null
);

-- Rows are deleted as fast as they come, so that the ground has to be cleared soon.
alter table application_count_deltas
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);

-- How many applications there are. Roll-ups stand among the rest: neighbourhood 0 is all of them, status '*' is any,
-- grain 'month' is a whole month, and grain 'all' all time.
create table application_counts (
  neighborhood_id bigint not null,
  status text not null,
  grain text not null check (grain in ('day', 'month', 'all')),
  -- The first day of it; 'infinity' where the grain is 'all'.
  since date not null,
  count bigint not null,
  primary key (neighborhood_id, status, grain, since)
) with (fillfactor = 50);

-- How many open applications have their deadline in a quarter of an hour; those of the past are gathered in '-infinity'.
create table application_due_counts (
  neighborhood_id bigint not null,
  due timestamptz not null,
  count bigint not null,
  primary key (neighborhood_id, due)
) with (fillfactor = 50);

create function application_due(status text, cancel_time timestamptz) returns timestamptz
  language sql immutable parallel safe
  return case
    when status in ('created', 'accepted')
    then date_bin('15 minutes', cancel_time, '2000-01-01 00:00:00+00'::timestamptz)
  end;

create function application_count_insert() returns trigger language plpgsql as $$
begin
  insert into application_count_deltas (day, neighborhood_id, status, due, delta)
  select day, neighborhood_id, status, application_due(status, cancel_time), count(*)
  from new_rows group by 1, 2, 3, 4;
  return null;
end $$;

create function application_count_change() returns trigger language plpgsql as $$
begin
  insert into application_count_deltas (day, neighborhood_id, status, due, delta)
  select day, neighborhood_id, status, due, sum(delta)
  from (
    select day, neighborhood_id, status, application_due(status, cancel_time) as due, 1 as delta from new_rows
    union all
    select day, neighborhood_id, status, application_due(status, cancel_time), -1 from old_rows
  ) as change
  group by 1, 2, 3, 4
  having sum(delta) <> 0;
  return null;
end $$;

create function application_count_delete() returns trigger language plpgsql as $$
begin
  insert into application_count_deltas (day, neighborhood_id, status, due, delta)
  select day, neighborhood_id, status, application_due(status, cancel_time), -count(*)
  from old_rows group by 1, 2, 3, 4;
  return null;
end $$;

create trigger application_count_insert after insert on applications
  referencing new table as new_rows for each statement execute function application_count_insert();
create trigger application_count_change after update on applications
  referencing old table as old_rows new table as new_rows for each statement execute function application_count_change();
create trigger application_count_delete after delete on applications
  referencing old table as old_rows for each statement execute function application_count_delete();

-- What statistics ask for, counted as the lists are (kernel/decisions/0002-counters-and-seek.md): a change appends what it
-- changes, the same job folds, a reader adds up.

-- How many applications there are by employment. The rows of 002 carry it along.
alter table application_count_deltas add column employment_status text;

create table application_employment_counts (
  neighborhood_id bigint not null,
  employment_status text not null,
  grain text not null check (grain in ('day', 'month', 'all')),
  since date not null,
  count bigint not null,
  primary key (neighborhood_id, employment_status, grain, since)
) with (fillfactor = 50);

create or replace function application_count_insert() returns trigger language plpgsql as $$
begin
  insert into application_count_deltas (day, neighborhood_id, status, due, employment_status, delta)
  select day, neighborhood_id, status, application_due(status, cancel_time), employment_status, count(*)
  from new_rows group by 1, 2, 3, 4, 5;
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
  return null;
end $$;

create or replace function application_count_delete() returns trigger language plpgsql as $$
begin
  insert into application_count_deltas (day, neighborhood_id, status, due, employment_status, delta)
  select day, neighborhood_id, status, application_due(status, cancel_time), employment_status, -count(*)
  from old_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;

-- Those that are there already; what was appended before says nothing of employment.
insert into application_employment_counts (neighborhood_id, employment_status, grain, since, count)
select coalesce(neighborhood_id, 0), employment_status,
       case when grouping(day) = 0 then 'day' when grouping(month) = 0 then 'month' else 'all' end,
       coalesce(day, month, 'infinity'), count(*)
from (select *, date_trunc('month', day::timestamp)::date as month from applications) as application
group by employment_status, rollup (month, day), cube (neighborhood_id);

-- Late ones are counted by who is responsible for them, and within days: this index answers both by itself.
drop index applications_open;
create index applications_open on applications (day, cancel_time, id) include (neighborhood_id, status, receiver_id)
  where status in ('created', 'accepted');

-- Each step from one status to the next, and how long the one that it ended had lasted. Lengths are kept by classes, eight to
-- each doubling from a minute on (class 8 begins at two minutes), from which medians come out within a few percent.
create table application_step_deltas (
  at timestamptz(3) not null,
  neighborhood_id bigint not null,
  from_status text not null,
  to_status text not null,
  length_class smallint not null,
  delta integer not null
);

alter table application_step_deltas
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);

create table application_step_counts (
  neighborhood_id bigint not null,
  from_status text not null,
  to_status text not null,
  grain text not null check (grain in ('day', 'month', 'all')),
  since date not null,
  length_class smallint not null,
  count bigint not null,
  primary key (neighborhood_id, grain, since, from_status, to_status, length_class)
) with (fillfactor = 70);

create function application_length_class(length interval) returns smallint
  language sql immutable parallel safe
  return floor(8 * log(2.0, greatest(extract(epoch from length) / 60, 1)))::smallint;

-- Steps are history: they are added, and never changed or taken back.
create function application_step_insert() returns trigger language plpgsql as $$
begin
  insert into application_step_deltas (at, neighborhood_id, from_status, to_status, length_class, delta)
  select step.created_at, application.neighborhood_id, coalesce(former.status, 'created'), step.status,
         application_length_class(step.created_at - coalesce(former.created_at, application.created_at)), 1
  from new_rows as step
  join applications as application on application.id = step.application_id
  left join lateral (
    select status, created_at from application_actions
    where application_id = step.application_id and type = 'status' and (created_at, id) < (step.created_at, step.id)
    order by created_at desc, id desc limit 1
  ) as former on true
  where step.type = 'status';
  return null;
end $$;

create trigger application_step_insert after insert on application_actions
  referencing new table as new_rows for each statement execute function application_step_insert();

insert into application_step_deltas (at, neighborhood_id, from_status, to_status, length_class, delta)
select step.created_at, application.neighborhood_id,
       coalesce(lag(step.status) over steps, 'created'), step.status,
       application_length_class(step.created_at - coalesce(lag(step.created_at) over steps, application.created_at)), 1
from application_actions as step join applications as application on application.id = step.application_id
where step.type = 'status'
window steps as (partition by step.application_id order by step.created_at, step.id);

-- Exact lengths and deep pages (kernel/decisions/0002-counters-and-seek.md): a change appends what it changes, one job folds
-- the appended rows into the counts, and a reader adds both up in one statement.
--
-- A list is made of parts that follow one another: blocks of 20,000 ids, streets, values of a number, days. `grain` names the
-- kind of part and `key` the part; grain 'all' has the one part 0. How many households a part has is kept for every
-- combination of what a list is filtered by; 0 and '' stand for any, author -1 for nobody. What would need too many rows is
-- not kept: authors by street, value and day; categories and house types by day.
create table household_counts (
  grain text not null,
  neighborhood_id bigint not null,
  household_category_id bigint not null,
  house_type text not null,
  author_id bigint not null,
  key bigint not null,
  count bigint not null,
  primary key (grain, neighborhood_id, household_category_id, house_type, author_id, key)
) with (fillfactor = 70);

create table household_count_deltas (
  grain text not null,
  neighborhood_id bigint not null,
  household_category_id bigint not null,
  house_type text not null,
  author_id bigint not null,
  key bigint not null,
  delta integer not null
);

-- Rows are deleted as fast as they come, so that the ground has to be cleared soon.
alter table household_count_deltas
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);

-- The part of every kind that a household belongs to.
create function household_parts(
  of_id bigint, of_street bigint, of_category bigint, of_type text, of_author bigint,
  of_able_to_work integer, of_unemployed integer, of_informal integer, of_updated_at timestamptz
) returns table (grain text, key bigint, household_category_id bigint, house_type text, author_id bigint)
  language sql stable parallel safe rows 7
  begin atomic
    select 'all', 0::bigint, of_category, of_type, coalesce(of_author, -1)
    union all select 'block', of_id / 20000, of_category, of_type, coalesce(of_author, -1)
    union all select 'street', of_street, of_category, of_type, 0::bigint
    union all select 'able_to_work', of_able_to_work::bigint, of_category, of_type, 0::bigint
    union all select 'unemployed', of_unemployed::bigint, of_category, of_type, 0::bigint
    union all select 'informal', of_informal::bigint, of_category, of_type, 0::bigint
    union all select 'day', ((of_updated_at at time zone 'UTC')::date - date '2000-01-01')::bigint, 0::bigint, '', 0::bigint;
  end;

create function household_count_insert() returns trigger language plpgsql as $$
begin
  insert into household_count_deltas (grain, key, neighborhood_id, household_category_id, house_type, author_id, delta)
  select part.grain, part.key, one.neighborhood_id, part.household_category_id, part.house_type, part.author_id, count(*)
  from new_rows as one cross join lateral household_parts(
    one.id, one.street_id, one.household_category_id, one.house_type, one.author_id,
    one.able_to_work, one.unemployed, one.informal, one.updated_at) as part
  group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create function household_count_change() returns trigger language plpgsql as $$
begin
  insert into household_count_deltas (grain, key, neighborhood_id, household_category_id, house_type, author_id, delta)
  select grain, key, neighborhood_id, household_category_id, house_type, author_id, sum(delta)
  from (
    select part.*, one.neighborhood_id, 1 as delta from new_rows as one cross join lateral household_parts(
      one.id, one.street_id, one.household_category_id, one.house_type, one.author_id,
    one.able_to_work, one.unemployed, one.informal, one.updated_at) as part
    union all
    select part.*, one.neighborhood_id, -1 from old_rows as one cross join lateral household_parts(
    one.id, one.street_id, one.household_category_id, one.house_type, one.author_id,
    one.able_to_work, one.unemployed, one.informal, one.updated_at) as part
  ) as change
  group by 1, 2, 3, 4, 5, 6
  having sum(delta) <> 0;
  return null;
end $$;

create function household_count_delete() returns trigger language plpgsql as $$
begin
  insert into household_count_deltas (grain, key, neighborhood_id, household_category_id, house_type, author_id, delta)
  select part.grain, part.key, one.neighborhood_id, part.household_category_id, part.house_type, part.author_id, -count(*)
  from old_rows as one cross join lateral household_parts(
    one.id, one.street_id, one.household_category_id, one.house_type, one.author_id,
    one.able_to_work, one.unemployed, one.informal, one.updated_at) as part
  group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create trigger household_count_insert after insert on households
  referencing new table as new_rows for each statement execute function household_count_insert();
create trigger household_count_change after update on households
  referencing old table as old_rows new table as new_rows for each statement execute function household_count_change();
create trigger household_count_delete after delete on households
  referencing old table as old_rows for each statement execute function household_count_delete();

-- Those that are there already.
insert into household_count_deltas (grain, key, neighborhood_id, household_category_id, house_type, author_id, delta)
select part.grain, part.key, one.neighborhood_id, part.household_category_id, part.house_type, part.author_id, count(*)
from households as one cross join lateral household_parts(
    one.id, one.street_id, one.household_category_id, one.house_type, one.author_id,
    one.able_to_work, one.unemployed, one.informal, one.updated_at) as part
group by 1, 2, 3, 4, 5, 6;

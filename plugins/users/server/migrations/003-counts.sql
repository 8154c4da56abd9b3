-- Exact lengths and deep pages (kernel/decisions/0002-counters-and-seek.md): a change appends what it changes, one job folds
-- the appended rows into the counts, and a reader adds both up in one statement.
--
-- `grain` names the kind of part that a list is made of, and `key` the part: 'day' a day of registration and a block of
-- 20,000 ids, 'name' the first four letters of the folded name. '*' stands for either value of a flag.
create table user_counts (
  grain text not null,
  blocked text not null check (blocked in ('*', 'true', 'false')),
  filled text not null check (filled in ('*', 'true', 'false')),
  key text collate "C" not null,
  count bigint not null,
  primary key (grain, blocked, filled, key)
) with (fillfactor = 70);

create table user_count_deltas (
  grain text not null,
  blocked text not null,
  filled text not null,
  key text collate "C" not null,
  delta integer not null
);

-- Rows are deleted as fast as they come, so that the ground has to be cleared soon.
alter table user_count_deltas
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);

-- The part of every kind that a citizen belongs to.
create function user_parts(of_id bigint, of_day date, of_name text) returns table (grain text, key text)
  language sql stable parallel safe rows 2
  begin atomic
    select 'day', to_char(of_day::timestamp, 'YYYYMMDD') || lpad((of_id / 20000)::text, 6, '0')
    union all select 'name', "left"(of_name, 4);
  end;

create function user_count_insert() returns trigger language plpgsql as $$
begin
  insert into user_count_deltas (grain, key, blocked, filled, delta)
  select part.grain, part.key, one.blocked::text, one.is_fully_filled::text, count(*)
  from new_rows as one cross join lateral user_parts(one.id, one.created_day, one.name_key) as part
  group by 1, 2, 3, 4;
  return null;
end $$;

create function user_count_change() returns trigger language plpgsql as $$
begin
  insert into user_count_deltas (grain, key, blocked, filled, delta)
  select grain, key, blocked, filled, sum(delta)
  from (
    select part.*, one.blocked::text as blocked, one.is_fully_filled::text as filled, 1 as delta
    from new_rows as one cross join lateral user_parts(one.id, one.created_day, one.name_key) as part
    union all
    select part.*, one.blocked::text, one.is_fully_filled::text, -1
    from old_rows as one cross join lateral user_parts(one.id, one.created_day, one.name_key) as part
  ) as change
  group by 1, 2, 3, 4
  having sum(delta) <> 0;
  return null;
end $$;

create function user_count_delete() returns trigger language plpgsql as $$
begin
  insert into user_count_deltas (grain, key, blocked, filled, delta)
  select part.grain, part.key, one.blocked::text, one.is_fully_filled::text, -count(*)
  from old_rows as one cross join lateral user_parts(one.id, one.created_day, one.name_key) as part
  group by 1, 2, 3, 4;
  return null;
end $$;

create trigger user_count_insert after insert on users
  referencing new table as new_rows for each statement execute function user_count_insert();
create trigger user_count_change after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function user_count_change();
create trigger user_count_delete after delete on users
  referencing old table as old_rows for each statement execute function user_count_delete();

-- Those that are there already.
insert into user_count_deltas (grain, key, blocked, filled, delta)
select part.grain, part.key, one.blocked::text, one.is_fully_filled::text, count(*)
from users as one cross join lateral user_parts(one.id, one.created_day, one.name_key) as part
group by 1, 2, 3, 4;

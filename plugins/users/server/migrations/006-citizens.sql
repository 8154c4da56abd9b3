-- Citizens come in by form, sheet and application: some without a JSHSHIR, and each is as filled as it is.
alter table users
  alter column personal_number drop not null,
  drop column is_fully_filled,
  -- Why somebody is blocked, by whom and since when; an admin is named without a foreign key, as elsewhere.
  add column block_reason text,
  add column blocked_by bigint,
  add column blocked_at timestamptz(3),
  add column author_id bigint;

-- A father's name is not everybody's.
alter table users add column is_fully_filled boolean not null generated always as (
  first_name <> '' and last_name <> '' and phone is not null and birthday is not null
  and passport_series is not null and passport_number is not null and personal_number is not null
) stored;

-- They went with the column that they include.
create index users_created on users (created_day, id) include (blocked, is_fully_filled);
create index users_name on users ("left"(name_key, 4), name_key, id) include (blocked, is_fully_filled);

-- Written anew, since what is filled may have changed.
delete from user_count_deltas;
delete from user_counts;
insert into user_count_deltas (grain, key, blocked, filled, delta)
select part.grain, part.key, one.blocked::text, one.is_fully_filled::text, count(*)
from users as one cross join lateral user_parts(one.id, one.created_day, one.name_key) as part
group by 1, 2, 3, 4;

-- What other plugins may read (kernel/decisions/0022-data-wall.md).
create view users_v1_citizens as
select id, first_name, last_name, father_name, phone, birthday, passport_series, passport_number, personal_number, blocked,
  block_reason, blocked_by, blocked_at, created_at, updated_at from users;

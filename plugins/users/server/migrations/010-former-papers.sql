-- The papers by which whoever was merged was found, and by which nobody is any more: they lead to who remained
-- (kernel/decisions/0030-citizens.md).
create table user_former_papers (
  merge_id bigint not null references user_merges (id) on delete cascade,
  -- Whoever has them now; merged again, or parted, they go with whom they belong to.
  citizen_id bigint not null references users (id) on delete cascade,
  personal_number text,
  passport_series text,
  passport_number text,
  -- There was no JSHSHIR: the passport alone says who it is.
  is_alone boolean not null
);

create index user_former_papers_number on user_former_papers (personal_number) where personal_number is not null;
create index user_former_papers_passport on user_former_papers (passport_series, passport_number)
  where passport_number is not null;
create index user_former_papers_citizen on user_former_papers (citizen_id);
create index user_former_papers_merge on user_former_papers (merge_id);

-- The things of other plugins that named the one who remained before; null of older merges.
alter table user_merges add column unmoved jsonb;

-- Of merges that were made before this.
insert into user_former_papers (merge_id, citizen_id, personal_number, passport_series, passport_number, is_alone)
with recursive remaining (merge_id, citizen_id) as (
  select id, remaining_id from user_merges where undone_at is null
  union
  select remaining.merge_id, later.remaining_id
  from remaining join user_merges as later on later.merged_id = remaining.citizen_id and later.undone_at is null
)
select merge.id, remaining.citizen_id, nullif(person ->> 'personal_number', after.personal_number),
  person ->> 'passport_series', person ->> 'passport_number', person ->> 'personal_number' is null
from remaining join users as citizen on citizen.id = remaining.citizen_id
join user_merges as merge on merge.id = remaining.merge_id
-- Who remained as the merge left them: as they were before the next one, or as they are.
cross join lateral (
  select next.*, later.id as before_merge from user_merges as later cross join lateral jsonb_populate_record(null::users,
    case when later.merged_id = merge.remaining_id then later.merged_before else later.remaining_before end) as next
  where later.id > merge.id and later.undone_at is null and merge.remaining_id in (later.merged_id, later.remaining_id)
  union all select users.*, null from users where id = merge.remaining_id
  order by before_merge nulls last limit 1
) as after
cross join lateral (values (merge.merged_before, true), (merge.remaining_before, false)) as before (person, is_merged)
where coalesce(person ->> 'personal_number', person ->> 'passport_number') is not null
  and (person ->> 'personal_number', person ->> 'passport_series', person ->> 'passport_number')
    is distinct from (after.personal_number, after.passport_series, after.passport_number)
  -- A number of who remained may have been corrected since: it was theirs only where the other's stands in its place.
  and (is_merged or (after.personal_number = merge.merged_before ->> 'personal_number'
    and person ->> 'personal_number' is distinct from after.personal_number));

-- What other plugins may read.
create view users_v1_former_papers as
select citizen_id, personal_number, passport_series, passport_number, is_alone from user_former_papers;

-- Who was counted in a household, and until when: whoever opened it then saw that citizen
-- (kernel/decisions/0042-audit-page.md).
create table household_past_citizens (
  personal_number text not null,
  household_id bigint not null,
  until timestamptz(3) not null default now(),
  primary key (personal_number, household_id)
);

create function household_keep_past_citizens() returns trigger language plpgsql as $$
begin
  insert into household_past_citizens (personal_number, household_id)
  select distinct personal_number, household_id from old_rows
  on conflict (personal_number, household_id) do update set until = excluded.until;
  return null;
end $$;

create trigger household_keep_past_citizens after delete on household_citizens
  referencing old table as old_rows for each statement execute function household_keep_past_citizens();
create trigger household_keep_replaced_citizens after update on household_citizens
  referencing old table as old_rows for each statement execute function household_keep_past_citizens();

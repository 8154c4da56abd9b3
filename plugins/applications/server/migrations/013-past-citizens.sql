-- Whose an application was before it was corrected, and until when: whoever opened it then saw that citizen
-- (kernel/decisions/0042-audit-page.md).
create table application_past_citizens (
  citizen_id bigint not null,
  application_id bigint not null,
  until timestamptz(3) not null default now(),
  primary key (citizen_id, application_id)
);

create function application_keep_past_citizen() returns trigger language plpgsql as $$
begin
  insert into application_past_citizens (citizen_id, application_id) values (old.citizen_id, old.id)
  on conflict (citizen_id, application_id) do update set until = excluded.until;
  return null;
end $$;

create trigger application_keep_past_citizen after update of citizen_id on applications
  for each row when (old.citizen_id is not null and old.citizen_id is distinct from new.citizen_id)
  execute function application_keep_past_citizen();

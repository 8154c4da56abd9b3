-- Who leaves the service stays in what he did, and a role in what was done with it: rows are marked, not deleted.
alter table admins
  add column deleted_at timestamptz(3),
  -- Names and login, folded, by which an admin is found.
  add column fold_name text;
drop index admins_login_key;
create unique index admins_login_key on admins (lower(login)) where deleted_at is null;
drop index admins_pinfl_key;
create unique index admins_pinfl_key on admins (pinfl) where pinfl is not null and deleted_at is null;

alter table admin_roles
  add column deleted_at timestamptz(3),
  add column fold_uz text,
  add column fold_ru text;
create unique index admin_roles_fold_uz on admin_roles (fold_uz);
create unique index admin_roles_fold_ru on admin_roles (fold_ru);

-- The notice of an end says why, where whoever ended it has said so: the person reads it where he signs in again.
create or replace function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('komak_session', portion.notice)
  from (
    select json_build_object(
      'ended', json_agg(numbered.id),
      'reason', nullif(current_setting('komak.session_end', true), '')
    )::text as notice
    from (select id, row_number() over () / 300 as number from gone) as numbered
    group by numbered.number
  ) as portion;
  return null;
end
$$;

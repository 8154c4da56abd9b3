-- Of which neighbourhood a notice tells, and which right it asks for: who loses either no longer reads it.
alter table notifications
  add column neighborhood_id bigint,
  add column permission text;

-- What was told before is found by the application that it names, where there are applications.
do $$
begin
  if to_regclass('applications') is null then return; end if;
  update notifications n set neighborhood_id = a.neighborhood_id, permission = 'application_receiver'
  from applications a
  where n.type in ('application', 'message', 'forward')
    and a.id::text = coalesce(n.payload ->> 'application_id', n.payload ->> 'id');
end
$$;

-- Views of the list that people keep: an address with a name, own or shared with a role
-- (kernel/decisions/0040-table-and-views.md). Whether somebody sees one is asked when it is read.
create table application_views (
  id bigint generated always as identity primary key,
  owner_id bigint not null,
  name text not null,
  -- The parameters of the list's address.
  query text not null,
  role_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Deleted ones can be taken back for a day.
  deleted_at timestamptz(3)
);

create index application_views_owner on application_views (owner_id) where deleted_at is null;
create index application_views_role on application_views (role_id) where deleted_at is null and role_id is not null;

-- In which order each admin sees them; what is not named follows.
create table application_view_orders (
  admin_id bigint primary key,
  view_ids bigint[] not null
);

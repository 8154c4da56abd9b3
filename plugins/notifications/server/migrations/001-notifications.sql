-- One row for each admin who is told.
create table notifications (
  id bigint generated always as identity primary key,
  admin_id bigint not null references admins on delete cascade,
  type text not null,
  payload jsonb not null,
  is_read boolean not null default false,
  created_at timestamptz(3) not null default now()
);

create index notifications_newest on notifications (admin_id, id desc);
create index notifications_unread on notifications (admin_id) where not is_read;
create index notifications_created_at on notifications (created_at);

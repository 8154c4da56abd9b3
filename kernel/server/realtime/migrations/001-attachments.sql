-- Events that are longer than a notice of the database can be, on their way between nodes; cleared away by the sender.
create table socket_io_attachments (
  id bigint generated always as identity primary key,
  created_at timestamptz(3) not null default now(),
  payload bytea not null
);
create index socket_io_attachments_created_at_idx on socket_io_attachments (created_at);

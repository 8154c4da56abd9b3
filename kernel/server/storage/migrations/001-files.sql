-- Stored files; the bytes lie in the data folder under `stored_name`, the name that people see is only told.
create table files (
  id bigint generated always as identity primary key,
  stored_name uuid not null unique,
  name text not null,
  size bigint not null,
  format text not null,
  mimetype text not null,
  sha256 text not null,
  admin_id bigint,
  created_at timestamptz(3) not null default now()
);

-- When the row of a file was deleted: its bytes stay for a while, so that a row that a restore brings back has its file.
create table deleted_files (
  stored_name uuid primary key,
  deleted_at timestamptz(3) not null default now()
);

create function record_deleted_files() returns trigger language plpgsql as $$
begin
  insert into deleted_files (stored_name) select stored_name from gone
  on conflict (stored_name) do update set deleted_at = excluded.deleted_at;
  return null;
end $$;

create trigger files_deleted after delete on files
  referencing old table as gone
  for each statement execute function record_deleted_files();

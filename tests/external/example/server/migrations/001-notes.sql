-- A plugin has tables of its own alone; their names begin with its id.
create table eslatma_notes (
  id bigint generated always as identity primary key,
  text text not null check (text <> ''),
  created_at timestamptz(3) not null default now()
);

create table sample_notes (
  id bigint generated always as identity primary key,
  text text not null unique check (text <> 'checked'),
  secret text not null default 'not for the wire',
  created_at timestamptz(3) not null default now()
);

create table sample_marks (
  note_id bigint not null references sample_notes (id)
);

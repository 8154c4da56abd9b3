create table directions (
  id bigint generated always as identity primary key,
  name_uz text not null,
  name_ru text not null,
  author_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index directions_name_uz on directions (lower(name_uz));
create unique index directions_name_ru on directions (lower(name_ru));

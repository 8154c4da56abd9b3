create table neighborhoods (
  id bigint generated always as identity primary key,
  name_uz text not null,
  name_ru text not null,
  -- A polygon of [lat, lng], not closed.
  coords jsonb not null,
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  author_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create unique index neighborhoods_name_uz on neighborhoods (lower(name_uz));
create unique index neighborhoods_name_ru on neighborhoods (lower(name_ru));
create index neighborhoods_created_at on neighborhoods (created_at, id);

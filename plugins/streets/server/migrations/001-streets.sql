create table streets (
  id bigint generated always as identity primary key,
  neighborhood_id bigint not null references neighborhoods (id),
  name_uz text not null,
  name_ru text not null,
  author_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index streets_name_uz on streets (neighborhood_id, lower(name_uz));
create unique index streets_name_ru on streets (neighborhood_id, lower(name_ru));

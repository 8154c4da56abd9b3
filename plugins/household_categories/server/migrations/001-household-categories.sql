create table household_categories (
  id bigint generated always as identity primary key,
  name_uz text not null,
  name_ru text not null,
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  author_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index household_categories_name_uz on household_categories (lower(name_uz));
create unique index household_categories_name_ru on household_categories (lower(name_ru));

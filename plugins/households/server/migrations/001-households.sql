create table households (
  id bigint generated always as identity primary key,
  neighborhood_id bigint not null references neighborhoods (id),
  street_id bigint not null references streets (id),
  household_category_id bigint not null references household_categories (id),
  house_type text not null check (house_type in ('building', 'apartment')),
  house_number integer not null check (house_number > 0),
  apartment_number integer check (apartment_number > 0),
  able_to_work integer not null default 0 check (able_to_work >= 0),
  unemployed integer not null default 0 check (unemployed >= 0),
  informal integer not null default 0 check (informal >= 0),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  author_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (apartment_number is null or house_type = 'building')
);

create index households_neighborhood on households (neighborhood_id, id desc);
create index households_street on households (street_id);
create index households_category on households (household_category_id, id desc);

create table household_citizens (
  household_id bigint not null references households (id) on delete cascade,
  position integer not null,
  full_name text not null,
  personal_number text not null,
  primary key (household_id, position)
);

create index household_citizens_personal_number on household_citizens (personal_number);

create table household_directions (
  household_id bigint not null references households (id) on delete cascade,
  direction_id bigint not null references directions (id),
  quantity integer not null check (quantity > 0),
  primary key (household_id, direction_id)
);

create index household_directions_direction on household_directions (direction_id);

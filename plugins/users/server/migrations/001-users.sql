-- Citizens who are registered with the city.
create table users (
  id bigint generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  father_name text,
  phone text,
  birthday date,
  passport_series text,
  passport_number text,
  personal_number text not null unique,
  is_fully_filled boolean not null default false,
  blocked boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create index users_created_at on users (created_at, id);
create index users_passport on users (passport_series, passport_number);
create index users_phone on users (phone);

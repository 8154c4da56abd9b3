-- Who may sign in, with which rights and where; what is needed to recognise him again.

create table admin_roles (
  id bigint generated always as identity primary key,
  role text not null check (role in ('super_admin', 'admin')),
  permissions text[] not null default '{}',
  name_uz text not null,
  name_ru text not null,
  author_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table admins (
  id bigint generated always as identity primary key,
  login text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  father_name text,
  phone text,
  pinfl text,
  role_id bigint not null references admin_roles,
  blocked boolean not null default false,
  must_change_password boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index admins_login_key on admins (lower(login));
create unique index admins_pinfl_key on admins (pinfl) where pinfl is not null;
create index admins_role_id_idx on admins (role_id);

alter table admin_roles add foreign key (author_id) references admins on delete set null;

-- No foreign key to the table of neighbourhoods: it belongs to a plugin, and the kernel boots without any.
create table admin_neighborhoods (
  admin_id bigint not null references admins on delete cascade,
  neighborhood_id bigint not null,
  primary key (admin_id, neighborhood_id)
);
create index admin_neighborhoods_neighborhood_idx on admin_neighborhoods (neighborhood_id, admin_id);

-- `expires_at` is the sooner of the idle and the absolute end, and moves as the session is used.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  admin_id bigint not null references admins on delete cascade,
  address text not null,
  user_agent text not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_admin_id_idx on sessions (admin_id);
create index sessions_expires_at_idx on sessions (expires_at);

-- However a session ends, every node hears of it when that is durable; in portions, since a notice holds 8000 bytes.
create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('komak_session_end', portion.ids)
  from (
    select json_agg(numbered.id)::text as ids
    from (select id, row_number() over () / 300 as number from gone) as numbered
    group by numbered.number
  ) as portion;
  return null;
end
$$;
create trigger sessions_end after delete on sessions
  referencing old table as gone for each statement execute function tell_session_end();

-- Moments of recent attempts by digest of a login or an address: what is typed into a login field may be a password.
create table login_attempts (
  key bytea primary key,
  moments timestamptz[] not null,
  last_at timestamptz not null default now()
);
create index login_attempts_last_at_idx on login_attempts (last_at);

-- Networks from which an admin has signed in: there a locked login still opens to its owner.
create table known_addresses (
  admin_id bigint not null references admins on delete cascade,
  network text not null,
  last_at timestamptz(3) not null default now(),
  primary key (admin_id, network)
);

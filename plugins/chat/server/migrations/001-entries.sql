-- The knowledge base. What plugins ship lies here too, so that it is listed, searched, edited and switched off like the
-- deployment's own; what a super admin has changed is kept, and the rest follows the plugins.
create table chat_entries (
  id bigint generated always as identity primary key,
  -- `<plugin>/<key>`; null for the deployment's own.
  shipped text unique,
  changed boolean not null default false,
  enabled boolean not null default true,
  audience text not null check (audience in ('public', 'staff', 'super_admin')),
  path text,
  name_uz text not null,
  name_ru text not null,
  asks_uz text not null default '',
  asks_ru text not null default '',
  text_uz text not null,
  text_ru text not null,
  -- Everything of a language, folded: the list is searched by it.
  fold_uz text not null,
  fold_ru text not null,
  author_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Tells every node that its index is old.
create table chat_revision (
  single boolean primary key default true check (single),
  revision bigint not null default 0
);
insert into chat_revision default values;

create function chat_entries_changed() returns trigger language plpgsql as $$
begin
  update chat_revision set revision = revision + 1;
  return null;
end $$;

create trigger chat_entries_changed after insert or update or delete on chat_entries
  for each statement execute function chat_entries_changed();

-- How many questions came from whom in ten minutes; who that was stands here as a hash. Lost in a crash, without harm.
create unlogged table chat_questions (
  key bytea not null,
  span timestamptz not null,
  count integer not null,
  primary key (key, span)
);

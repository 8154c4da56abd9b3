create extension if not exists pg_trgm;

alter table users
  -- Folded names, phone, passport and JSHSHIR; null until it is written (kernel/server/lists/person-key.ts).
  add column search_key text,
  -- Last, first and father's name, folded, in the order of the list.
  add column name_key text collate "C" not null default '',
  -- The list is in the order (created_day, id): days are what it is counted by.
  add column created_day date not null generated always as ((created_at at time zone 'UTC')::date) stored;

-- Every order of the list; what it may be filtered by stands in each index, so that no row is fetched in vain.
drop index users_created_at;
create index users_created on users (created_day, id) include (blocked, is_fully_filled);
create index users_name on users ("left"(name_key, 4), name_key, id) include (blocked, is_fully_filled);
-- A small pending list: whoever fills it sorts it into the index, and should not be long about it.
create index users_search on users using gin (search_key gin_trgm_ops) with (gin_pending_list_limit = 512);
create index users_unfolded on users (id) where search_key is null;

-- Whatever writes a citizen need not know of the keys: they are written anew when what they are made of has changed.
create function user_unfold() returns trigger language plpgsql as $$
begin
  if new.search_key is not distinct from old.search_key then
    new.search_key := null;
  end if;
  return new;
end $$;

create trigger user_unfold before update of first_name, last_name, father_name, phone, passport_series, passport_number,
    personal_number on users
  for each row when (
    (new.first_name, new.last_name, new.father_name, new.phone, new.passport_series, new.passport_number, new.personal_number)
    is distinct from
    (old.first_name, old.last_name, old.father_name, old.phone, old.passport_series, old.passport_number, old.personal_number)
  ) execute function user_unfold();

-- What a column was and what it became is stored by name, `{"before": …, "after": …}` (kernel/decisions/0055-history.md). Older
-- versions have an array of the two. They stay as they are, since rewriting a large table would block all changes of records;
-- only this function knows of them.
create function side_of_change(change jsonb, side text) returns jsonb language sql immutable parallel safe as $$
  select case
    when jsonb_typeof(change) = 'array' then change -> (case side when 'before' then 0 else 1 end)
    else change -> side
  end
$$;

-- Notes a change of a record. One transaction makes one version, however many statements it takes.
create or replace function note_record_change(of_kind text, of_record text, new_changes jsonb) returns void
  language plpgsql as $$
declare
  actor constant bigint := nullif(current_setting('komak.admin', true), '')::bigint;
  known record_history;
  merged jsonb;
  is_changed boolean;
  is_wide constant boolean := (select count(*) > 1 from jsonb_object_keys(new_changes));
begin
  -- The newest one alone: whoever changes a record holds it, and it may have many versions.
  select * into known from record_history where kind = of_kind and record = of_record order by id desc limit 1;
  if known.at is distinct from now() or known.admin_id is distinct from actor then
    insert into record_history (kind, record, admin_id, change, changes)
    values (of_kind, of_record, actor, 'updated', new_changes);
    return;
  end if;
  -- What it was made with is no change.
  if known.change = 'created' then
    return;
  end if;
  -- What is again as it was goes, but not one column of a field of several.
  select jsonb_object_agg(name, jsonb_build_object('before', first, 'after', last)), bool_or(first <> last)
  into merged, is_changed
  from (
    select key as name,
      coalesce(side_of_change(known.changes -> key, 'before'), side_of_change(new_changes -> key, 'before')) as first,
      coalesce(side_of_change(new_changes -> key, 'after'), side_of_change(known.changes -> key, 'after')) as last
    from (select jsonb_object_keys(known.changes) as key union select jsonb_object_keys(new_changes)) as names
  ) as fields
  where first <> last or not new_changes ? name or is_wide;
  if is_changed is not true then
    delete from record_history where kind = of_kind and record = of_record and id = known.id;
  else
    update record_history set changes = merged where kind = of_kind and record = of_record and id = known.id;
  end if;
end $$;

-- Of each row of a table; the arguments are those of 008-deleted-records.sql.
create or replace function keep_record_history() returns trigger
  language plpgsql security definer set search_path from current as $$
declare
  before jsonb;
  after jsonb;
  changes jsonb;
begin
  if tg_op = 'INSERT' and tg_argv[3] is distinct from 'decision' then
    insert into record_history (kind, record, admin_id, change)
    values (tg_argv[0], to_jsonb(new) ->> tg_argv[1], nullif(current_setting('komak.admin', true), '')::bigint, 'created');
  elsif tg_op = 'DELETE' and tg_argv[3] = 'deleted' then
    before := to_jsonb(old);
    select jsonb_object_agg(name, jsonb_build_object('before', coalesce(before -> name, 'null'), 'after', null)) into changes
    from unnest(string_to_array(replace(tg_argv[2], '+', ','), ',')) as name;
    insert into record_history (kind, record, admin_id, change, changes)
    values (tg_argv[0], before ->> tg_argv[1], nullif(current_setting('komak.admin', true), '')::bigint, 'deleted', changes);
  elsif tg_op = 'DELETE' then
    delete from record_history where kind = tg_argv[0] and record = to_jsonb(old) ->> tg_argv[1];
  else
    after := to_jsonb(new);
    if tg_op = 'INSERT' then
      before := jsonb_build_object(tg_argv[1], after -> tg_argv[1]);
    else
      before := to_jsonb(old);
    end if;
    select jsonb_object_agg(name, jsonb_build_object('before', coalesce(before -> name, 'null'), 'after', after -> name)) into changes
    from unnest(string_to_array(tg_argv[2], ',')) as field, unnest(string_to_array(field, '+')) as name
    where exists (select from unnest(string_to_array(field, '+')) as one where coalesce(before -> one, 'null') <> after -> one);
    if changes is not null then
      perform note_record_change(tg_argv[0], after ->> tg_argv[1], changes);
    end if;
  end if;
  return null;
end $$;

-- Of the rows of a second table; the arguments are those of 007-record-history.sql.
create or replace function keep_record_part() returns trigger
  language plpgsql security definer set search_path from current as $$
declare
  owner text;
  added jsonb := '[]';
  removed jsonb := '[]';
  after jsonb;
  before jsonb;
  is_there boolean;
  is_new boolean;
begin
  if tg_op <> 'DELETE' then
    select coalesce(jsonb_agg(to_jsonb(row)), '[]') into added from new_rows as row;
  end if;
  if tg_op <> 'INSERT' then
    select coalesce(jsonb_agg(to_jsonb(row)), '[]') into removed from old_rows as row;
  end if;
  for owner in select distinct row ->> tg_argv[1] from jsonb_array_elements(added || removed) as row loop
    select change = 'created' and at = now() into is_new
    from record_history where kind = tg_argv[0] and record = owner order by id desc limit 1;
    if is_new then
      continue;
    end if;
    -- Rows that go with their record come here after it.
    execute format('select exists (select from %I.%I as one where one.%I = %L)', tg_table_schema, tg_argv[4], tg_argv[5], owner)
      into is_there;
    if not is_there then
      continue;
    end if;
    execute format('select coalesce(jsonb_agg(to_jsonb(one)), ''[]'') from %I.%I as one where one.%I = %L',
      tg_table_schema, tg_table_name, tg_argv[1], owner) into after;
    -- In the order of their values: what is the same has not changed.
    with present as (
      select part_of_record(row, tg_argv[2]) as part from jsonb_array_elements(after) as row
    ), gone as (
      select part_of_record(row, tg_argv[2]) as part from jsonb_array_elements(removed) as row where row ->> tg_argv[1] = owner
    ), new as (
      select part_of_record(row, tg_argv[2]) as part from jsonb_array_elements(added) as row where row ->> tg_argv[1] = owner
    ), past as (
      (select part from present except all select part from new) union all select part from gone
    )
    select coalesce((select jsonb_agg(part order by part) from past), '[]'),
      coalesce((select jsonb_agg(part order by part) from present), '[]')
    into before, after;
    if before is distinct from after then
      perform note_record_change(tg_argv[0], owner, jsonb_build_object(tg_argv[3], jsonb_build_object('before', before, 'after', after)));
    end if;
  end loop;
  return null;
end $$;

-- The arguments of the triggers, which PostgreSQL passes by position, get names here, once for each function.

-- Of each row of a table; the arguments are those of 008-deleted-records.sql, in any combination of the last two.
create or replace function keep_record_history() returns trigger
  language plpgsql security definer set search_path from current as $$
declare
  of_kind constant text := tg_argv[0];
  key_column constant text := tg_argv[1];
  -- Fields between commas, the columns of a field between plus signs.
  fields constant text := tg_argv[2];
  is_decision constant boolean := 'decision' = any(tg_argv[3:]);
  keeps_deleted constant boolean := 'deleted' = any(tg_argv[3:]);
  actor constant bigint := nullif(current_setting('komak.admin', true), '')::bigint;
  before jsonb;
  after jsonb;
  changes jsonb;
begin
  if tg_op = 'INSERT' and not is_decision then
    insert into record_history (kind, record, admin_id, change)
    values (of_kind, to_jsonb(new) ->> key_column, actor, 'created');
  elsif tg_op = 'DELETE' and keeps_deleted then
    before := to_jsonb(old);
    select jsonb_object_agg(name, jsonb_build_object('before', coalesce(before -> name, 'null'), 'after', null)) into changes
    from unnest(string_to_array(replace(fields, '+', ','), ',')) as name;
    insert into record_history (kind, record, admin_id, change, changes)
    values (of_kind, before ->> key_column, actor, 'deleted', changes);
  elsif tg_op = 'DELETE' then
    delete from record_history where kind = of_kind and record = to_jsonb(old) ->> key_column;
  else
    after := to_jsonb(new);
    if tg_op = 'INSERT' then
      before := jsonb_build_object(key_column, after -> key_column);
    else
      before := to_jsonb(old);
    end if;
    select jsonb_object_agg(name, jsonb_build_object('before', coalesce(before -> name, 'null'), 'after', after -> name)) into changes
    from unnest(string_to_array(fields, ',')) as field, unnest(string_to_array(field, '+')) as name
    where exists (select from unnest(string_to_array(field, '+')) as one where coalesce(before -> one, 'null') <> after -> one);
    if changes is not null then
      perform note_record_change(of_kind, after ->> key_column, changes);
    end if;
  end if;
  return null;
end $$;

-- Of the rows of a second table; the arguments are those of 007-record-history.sql.
create or replace function keep_record_part() returns trigger
  language plpgsql security definer set search_path from current as $$
declare
  of_kind constant text := tg_argv[0];
  owner_column constant text := tg_argv[1];
  part_columns constant text := tg_argv[2];
  part_name constant text := tg_argv[3];
  record_table constant text := tg_argv[4];
  record_key constant text := tg_argv[5];
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
  for owner in select distinct row ->> owner_column from jsonb_array_elements(added || removed) as row loop
    select change = 'created' and at = now() into is_new
    from record_history where kind = of_kind and record = owner order by id desc limit 1;
    if is_new then
      continue;
    end if;
    -- Rows that go with their record come here after it.
    execute format('select exists (select from %I.%I as one where one.%I = %L)', tg_table_schema, record_table, record_key, owner)
      into is_there;
    if not is_there then
      continue;
    end if;
    execute format('select coalesce(jsonb_agg(to_jsonb(one)), ''[]'') from %I.%I as one where one.%I = %L',
      tg_table_schema, tg_table_name, owner_column, owner) into after;
    -- In the order of their values: what is the same has not changed.
    with present as (
      select part_of_record(row, part_columns) as part from jsonb_array_elements(after) as row
    ), gone as (
      select part_of_record(row, part_columns) as part from jsonb_array_elements(removed) as row where row ->> owner_column = owner
    ), new as (
      select part_of_record(row, part_columns) as part from jsonb_array_elements(added) as row where row ->> owner_column = owner
    ), past as (
      (select part from present except all select part from new) union all select part from gone
    )
    select coalesce((select jsonb_agg(part order by part) from past), '[]'),
      coalesce((select jsonb_agg(part order by part) from present), '[]')
    into before, after;
    if before is distinct from after then
      perform note_record_change(of_kind, owner, jsonb_build_object(part_name, jsonb_build_object('before', before, 'after', after)));
    end if;
  end loop;
  return null;
end $$;

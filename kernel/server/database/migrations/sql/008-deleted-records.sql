-- Of records that name no person, what they were when they were deleted is kept, so that they can be brought back
-- (kernel/decisions/0055-history.md). A record that is brought back has another id, and takes its history along.
alter table record_history drop constraint record_history_change_check;
alter table record_history add constraint record_history_change_check
  check (change in ('created', 'updated', 'deleted', 'restored'));
create index record_history_deleted_idx on record_history (kind, id) where change = 'deleted';

-- Of each row of a table: kind, the column of its id, the columns that are kept; those of one field are kept together;
-- `decision` where a row is no record but a decision about one: without it all columns are as if empty; and `deleted` where what
-- a record was is kept when it is deleted.
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
    select jsonb_object_agg(name, jsonb_build_array(coalesce(before -> name, 'null'), 'null'::jsonb)) into changes
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
    select jsonb_object_agg(name, jsonb_build_array(coalesce(before -> name, 'null'), after -> name)) into changes
    from unnest(string_to_array(tg_argv[2], ',')) as field, unnest(string_to_array(field, '+')) as name
    where exists (select from unnest(string_to_array(field, '+')) as one where coalesce(before -> one, 'null') <> after -> one);
    if changes is not null then
      perform note_record_change(tg_argv[0], after ->> tg_argv[1], changes);
    end if;
  end if;
  return null;
end $$;

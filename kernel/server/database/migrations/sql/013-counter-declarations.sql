-- Writes the trigger functions of a table with exact counters (kernel/decisions/0002-counters-and-seek.md): <prefix>_count_insert,
-- <prefix>_count_change and <prefix>_count_delete append to the table `changes` one row for each bucket that a statement changes.
-- They are ordinary functions with one plan each, as if written by hand. A declaration:
--
--   prefix   of the functions
--   changes  the table that they append to
--   buckets  its columns by name, each with its value for a counted row `one`
--   parts    joins several buckets of one row; optional
--   beside   further statements by function, `insert`, `change` and `delete`, since triggers of their own would make writes
--            some 10 % slower; optional
--
-- select write_counter_functions('{"prefix": "user", "changes": "user_count_deltas",
--   "buckets": {"grain": "part.grain", "key": "part.key", "blocked": "one.blocked::text"},
--   "parts": "cross join lateral user_parts(one.id) as part"}');
create function write_counter_functions(counter jsonb) returns void
  language plpgsql as $$
declare
  columns constant text := (
    select string_agg(format('%I', name), ', ' order by name) from jsonb_object_keys(counter -> 'buckets') as name);
  selected constant text := (
    select string_agg(format('%s as %I', value, name), ', ' order by name)
    from jsonb_each_text(counter -> 'buckets') as bucket (name, value));
  parts constant text := coalesce(counter ->> 'parts', '');
  added constant text := format('select %s, 1 as delta from new_rows as one %s', selected, parts);
  removed constant text := format('select %s, -1 as delta from old_rows as one %s', selected, parts);
  event text;
  rows text;
begin
  for event, rows in
    values ('insert', added), ('change', added || ' union all ' || removed), ('delete', removed)
  loop
    execute format('create or replace function %I() returns trigger language plpgsql as %L',
      (counter ->> 'prefix') || '_count_' || event,
      format('begin
        insert into %1$I (%2$s, delta) select %2$s, sum(delta) from (%3$s) as change group by %2$s having sum(delta) <> 0;
        %4$s
        return null;
      end', counter ->> 'changes', columns, rows, counter -> 'beside' ->> event));
  end loop;
end $$;

-- The form of earlier migrations, with pairs and three further statements by position.
create or replace function write_counter_functions(
  prefix text, changes text, buckets text[], parts text default '', beside text[] default array['', '', '']
) returns void
  language sql as $$
  select write_counter_functions(jsonb_build_object(
    'prefix', prefix, 'changes', changes, 'parts', parts,
    'buckets', (select jsonb_object_agg(buckets[at][1], buckets[at][2]) from generate_subscripts(buckets, 1) as at),
    'beside', jsonb_build_object('insert', beside[1], 'change', beside[2], 'delete', beside[3])))
$$;

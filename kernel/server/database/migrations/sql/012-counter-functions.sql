-- Writes the trigger functions of a table with exact counters (kernel/decisions/0002-counters-and-seek.md): <prefix>_count_insert,
-- <prefix>_count_change and <prefix>_count_delete append to `changes` one row for each bucket that a statement changes. They are
-- ordinary functions with one plan each, as if written by hand.
--
-- `buckets`: the columns of `changes`, each with its value for a counted row `one`; `parts` joins several buckets of one row.
-- `beside`: a further statement of each of the three; triggers of their own would make writes some 10 % slower.
--
-- select write_counter_functions('user', 'user_count_deltas',
--   '{{grain, part.grain}, {key, part.key}, {blocked, one.blocked::text}}', 'cross join lateral user_parts(one.id) as part');
create function write_counter_functions(
  prefix text, changes text, buckets text[], parts text default '', beside text[] default array['', '', '']
) returns void
  language plpgsql as $$
declare
  columns constant text := (
    select string_agg(format('%I', buckets[at][1]), ', ' order by at) from generate_subscripts(buckets, 1) as at);
  selected constant text := (
    select string_agg(format('%s as %I', buckets[at][2], buckets[at][1]), ', ' order by at)
    from generate_subscripts(buckets, 1) as at);
  added constant text := format('select %s, 1 as delta from new_rows as one %s', selected, parts);
  removed constant text := format('select %s, -1 as delta from old_rows as one %s', selected, parts);
  event text;
  rows text;
  more text;
begin
  for event, rows, more in
    values ('insert', added, beside[1]), ('change', added || ' union all ' || removed, beside[2]), ('delete', removed, beside[3])
  loop
    execute format('create or replace function %I() returns trigger language plpgsql as %L', prefix || '_count_' || event,
      format('begin
        insert into %1$I (%2$s, delta) select %2$s, sum(delta) from (%3$s) as change group by %2$s having sum(delta) <> 0;
        %4$s
        return null;
      end', changes, columns, rows, more));
  end loop;
end $$;

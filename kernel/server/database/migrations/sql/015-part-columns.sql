-- The columns of a part as an array. The triggers of the history have them as one text, since arguments of triggers are texts.
create function part_of_record(part jsonb, columns text[]) returns jsonb language sql immutable as $$
  select case when cardinality(columns) = 1 then part -> columns[1]
    else (select jsonb_object_agg(name, part -> name) from unnest(columns) as name) end
$$;

create or replace function part_of_record(part jsonb, columns text) returns jsonb language sql immutable as $$
  select part_of_record(part, string_to_array(columns, ','))
$$;

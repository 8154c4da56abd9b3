-- A register of years has thousands of days, too many to be added up for each page: so months and the first two letters of
-- names are counted too, and only the days and names within the ones that a page touches are looked at.
create or replace function user_parts(of_id bigint, of_day date, of_name text) returns table (grain text, key text)
  language sql stable parallel safe rows 4
  begin atomic
    select 'day', to_char(of_day::timestamp, 'YYYYMMDD') || lpad((of_id / 20000)::text, 6, '0')
    union all select 'month', to_char(of_day::timestamp, 'YYYYMM')
    union all select 'name', "left"(of_name, 4)
    union all select 'letters', "left"(of_name, 2);
  end;

insert into user_count_deltas (grain, key, blocked, filled, delta)
select part.grain, part.key, one.blocked::text, one.is_fully_filled::text, count(*)
from users as one cross join lateral user_parts(one.id, one.created_day, one.name_key) as part
where part.grain in ('month', 'letters')
group by 1, 2, 3, 4;

-- A family name that ten thousand have is told by counters (kernel/decisions/0035-citizens-at-work.md): to find them all, only to
-- say that there are more than are counted, took a search nearly all of its time.
create table user_word_counts (
  word text collate "C" primary key,
  count bigint not null,
  -- Changes seldom, so that the count is written in place.
  is_common boolean not null generated always as (count >= 1000) stored
) with (fillfactor = 70);

create index user_word_counts_common on user_word_counts (word) where is_common;

-- The part of every kind that a citizen belongs to, and the words of their name: four at most, which a reader relies on.
create or replace function user_parts(of_id bigint, of_day date, of_name text) returns table (grain text, key text)
  language sql stable parallel safe rows 7
  begin atomic
    select 'day', to_char(of_day::timestamp, 'YYYYMMDD') || lpad((of_id / 20000)::text, 6, '0')
    union all select 'month', to_char(of_day::timestamp, 'YYYYMM')
    union all select 'name', "left"(of_name, 4)
    union all select 'letters', "left"(of_name, 2)
    union all (
      select distinct 'word', word from unnest((string_to_array(of_name, ' '))[1:4]) as word where length(word) > 1
    );
  end;

insert into user_count_deltas (grain, key, blocked, filled, delta)
select part.grain, part.key, one.blocked::text, one.is_fully_filled::text, count(*)
from users as one cross join lateral user_parts(one.id, one.created_day, one.name_key) as part
where part.grain = 'word'
group by 1, 2, 3, 4;

-- The trigger functions of 003, written by the kernel's generator.
select write_counter_functions('user', 'user_count_deltas',
  '{{grain, part.grain}, {key, part.key}, {blocked, one.blocked::text}, {filled, one.is_fully_filled::text}}',
  'cross join lateral user_parts(one.id, one.created_day, one.name_key) as part');

-- The trigger functions of 003, written by the kernel's generator.
select write_counter_functions('household', 'household_count_deltas',
  '{{grain, part.grain}, {key, part.key}, {neighborhood_id, one.neighborhood_id},
    {household_category_id, part.household_category_id}, {house_type, part.house_type}, {author_id, part.author_id}}',
  'cross join lateral household_parts(one.id, one.street_id, one.household_category_id, one.house_type, one.author_id,
    one.able_to_work, one.unemployed, one.informal, one.updated_at) as part');

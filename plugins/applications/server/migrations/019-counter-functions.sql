-- The trigger functions of 014, written by the kernel's generator.
select write_counter_functions('application', 'application_count_deltas',
  '{{day, one.day}, {neighborhood_id, one.neighborhood_id}, {status, one.status},
    {due, "application_due(one.status, one.cancel_time)"}, {employment_status, one.employment_status}}',
  beside => array[$insert$
  insert into application_bit_changes
    (id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, delta)
  select id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, 1
  from new_rows;
$insert$, $change$
  insert into application_bit_changes
    (id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, delta)
  select side.*
  from new_rows as latter join old_rows as former using (id) cross join lateral (values
    (former.id, former.day, former.neighborhood_id, former.status, former.receiver_id, former.employment_status, former.source,
      former.household_category_id, former.cancel_time, -1),
    (latter.id, latter.day, latter.neighborhood_id, latter.status, latter.receiver_id, latter.employment_status, latter.source,
      latter.household_category_id, latter.cancel_time, 1)) as side
  where (former.day, former.neighborhood_id, former.status, former.receiver_id, former.employment_status, former.source,
      former.household_category_id, former.cancel_time)
    is distinct from (latter.day, latter.neighborhood_id, latter.status, latter.receiver_id, latter.employment_status, latter.source,
      latter.household_category_id, latter.cancel_time);
$change$, $delete$
  insert into application_bit_changes
    (id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, delta)
  select id, day, neighborhood_id, status, receiver_id, employment_status, source, household_category_id, cancel_time, -1
  from old_rows;
$delete$]);

-- Of updates only those count that move a household, or make it another kind: who keeps the pins of a city should not read
-- them anew because a search key was written.
drop trigger household_changed on households;
create trigger household_changed after insert or delete or truncate on households
  for each statement execute function household_changed();
create trigger household_pin_changed after update of neighborhood_id, household_category_id, latitude, longitude on households
  for each statement execute function household_changed();

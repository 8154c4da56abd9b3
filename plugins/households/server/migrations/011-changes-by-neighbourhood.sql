-- How often the pins of each neighbourhood have changed, so that who keeps those of a city reads again what has changed alone
-- (kernel/decisions/0062-server-speed.md). Changes that name no neighbourhood, as those before, are of any: 0.
alter table household_changes add column neighborhood_id bigint not null default 0;

create function household_pins_inserted() returns trigger language plpgsql as $$
begin
  insert into household_changes (neighborhood_id, count) select distinct neighborhood_id, 1 from new_rows;
  return null;
end $$;

create function household_pins_deleted() returns trigger language plpgsql as $$
begin
  insert into household_changes (neighborhood_id, count) select distinct neighborhood_id, 1 from old_rows;
  return null;
end $$;

-- A household that moves changes the neighbourhood that it leaves too.
create function household_pins_updated() returns trigger language plpgsql as $$
begin
  insert into household_changes (neighborhood_id, count)
  select distinct side.neighborhood_id, 1
  from old_rows as former join new_rows as latter using (id)
  cross join lateral (values (former.neighborhood_id), (latter.neighborhood_id)) as side (neighborhood_id)
  where (former.neighborhood_id, former.household_category_id, former.latitude, former.longitude)
    is distinct from (latter.neighborhood_id, latter.household_category_id, latter.latitude, latter.longitude);
  return null;
end $$;

drop trigger household_changed on households;
drop trigger household_pin_changed on households;
create trigger household_changed after truncate on households
  for each statement execute function household_changed();
create trigger household_pins_inserted after insert on households
  referencing new table as new_rows for each statement execute function household_pins_inserted();
create trigger household_pins_deleted after delete on households
  referencing old table as old_rows for each statement execute function household_pins_deleted();
create trigger household_pins_updated after update on households
  referencing old table as old_rows new table as new_rows for each statement execute function household_pins_updated();

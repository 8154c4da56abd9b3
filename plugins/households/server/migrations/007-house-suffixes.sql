-- What follows the number of a house: `A`, `/3`, `A/3`.
alter table households
  add column house_suffix text check (house_suffix <> '');

-- The order of addresses: 12, 12/3, 12A, 13.
drop index households_address;
create index households_address on households
  (street_id, house_number, (coalesce(house_suffix, '') collate "C"), (coalesce(apartment_number, 0)), id)
  include (neighborhood_id, household_category_id, house_type, author_id);

-- A number is found by the spaces around it; without citizens none followed the last one.
update households set search_key = search_key || ' '
where search_key is not null and not exists (select from household_citizens where household_id = households.id);

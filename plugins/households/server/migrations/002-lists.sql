create extension if not exists pg_trgm;

alter table households
  -- Milliseconds, as on the wire: `updated_at` names the version that somebody edits.
  alter column created_at type timestamptz(3),
  alter column updated_at type timestamptz(3),
  -- Folded names, JSHSHIR and numbers of house and flat, as `store/search-key.ts` writes it; null until it is written.
  add column search_key text;

-- Every order and filter of the list. What a list may be filtered by stands in each index, so that no row is fetched in vain.
drop index households_neighborhood;
drop index households_street;
drop index households_category;
create index households_facets on households (id)
  include (neighborhood_id, household_category_id, house_type, author_id);
create index households_neighborhood on households (neighborhood_id, id)
  include (household_category_id, house_type, author_id);
create index households_category on households (household_category_id, id)
  include (neighborhood_id, house_type, author_id);
create index households_author on households (author_id, id)
  include (neighborhood_id, household_category_id, house_type);
create index households_address on households (street_id, house_number, (coalesce(apartment_number, 0)), id)
  include (neighborhood_id, household_category_id, house_type, author_id);
create index households_able_to_work on households (able_to_work, id)
  include (neighborhood_id, household_category_id, house_type, author_id);
create index households_unemployed on households (unemployed, id)
  include (neighborhood_id, household_category_id, house_type, author_id);
create index households_informal on households (informal, id)
  include (neighborhood_id, household_category_id, house_type, author_id);
create index households_updated on households (updated_at, id)
  include (neighborhood_id, household_category_id, house_type, author_id);
-- A small pending list: whoever fills it sorts it into the index, and should not be long about it.
create index households_search on households using gin (search_key gin_trgm_ops) with (gin_pending_list_limit = 512);
create index households_unfolded on households (id) where search_key is null;

-- Holes and further parts (kernel/decisions/0025-multipolygon-areas.md): a GeoJSON MultiPolygon where an area has more than one
-- ring; coords is then the outer ring of its largest part.
alter table neighborhoods add column geometry jsonb check (geometry ->> 'type' = 'MultiPolygon');

create or replace function neighborhood_bounds() returns trigger language plpgsql as $$
begin
  select min(latitude), max(latitude), min(longitude), max(longitude)
  into new.south, new.north, new.west, new.east
  from (
    select (corner ->> 0)::float8 as latitude, (corner ->> 1)::float8 as longitude
    from jsonb_array_elements(new.coords) as corner
    union all
    select (corner ->> 1)::float8, (corner ->> 0)::float8
    from jsonb_path_query(new.geometry, '$.coordinates[*][*][*]') as corner
  ) as corners;
  return new;
end $$;

drop trigger neighborhood_bounds on neighborhoods;
create trigger neighborhood_bounds before insert or update of coords, geometry on neighborhoods
  for each row execute function neighborhood_bounds();

create or replace view neighborhoods_v1_neighborhoods as
select id, name_uz, name_ru, fold_uz, fold_ru, coords, color, created_at, updated_at, geometry from neighborhoods;

-- Folded names, as kernel/server/lists/names.ts writes them: neighbourhoods are searched by them, and unique by them.
-- The bounds of a polygon, by which those are found that may overlap it.
alter table neighborhoods
  add column fold_uz text,
  add column fold_ru text,
  add column south double precision,
  add column north double precision,
  add column west double precision,
  add column east double precision;

create unique index neighborhoods_fold_uz on neighborhoods (fold_uz);
create unique index neighborhoods_fold_ru on neighborhoods (fold_ru);

create function neighborhood_bounds() returns trigger language plpgsql as $$
begin
  select min((corner ->> 0)::float8), max((corner ->> 0)::float8), min((corner ->> 1)::float8), max((corner ->> 1)::float8)
  into new.south, new.north, new.west, new.east
  from jsonb_array_elements(new.coords) as corner;
  return new;
end $$;

create trigger neighborhood_bounds before insert or update of coords on neighborhoods
  for each row execute function neighborhood_bounds();

update neighborhoods set coords = coords;

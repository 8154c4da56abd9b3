import { sql } from 'kysely';
import { areaOf, signedIn } from '#kernel/plugin-api/contract.ts';
import { type NameColumns, presentNames, routesOf } from '#kernel/plugin-api/server.ts';
import { bordersSchema, type NeighborhoodBorder } from '../../contract.ts';
import { neighborhoods } from '../../manifest.ts';

const route = routesOf(neighborhoods);

/** No city has more neighbourhoods; a map could not show them. */
const maxBorders = 1000;

/** The maximum distance, in degrees, between the bounding boxes of adjacent neighbourhoods: about 200 m. */
const besideDegrees = 0.002;

/**
 * `GET neighborhoods/borders`: the borders around one being drawn, or around a household. The names and
 * borders of neighbourhoods are public, so that those adjacent to the user's are drawn as well
 * (kernel/decisions/0029-adjacent-borders.md).
 */
export const neighborBorders = route({
  method: 'GET',
  path: 'neighborhoods/borders',
  summary: 'The borders of the user’s neighbourhoods and of adjacent ones, for a map',
  access: signedIn,
  response: bordersSchema,
  async handle({ database, viewer }) {
    const area = areaOf(viewer);
    const { rows } = await sql<NameColumns & Omit<NeighborhoodBorder, 'uz' | 'ru'>>`
      select id, name_uz, name_ru, color, coords, geometry, updated_at as "updatedAt" from neighborhoods
      where ${area === 'everywhere'} or exists (
        select from neighborhoods own
        where own.id = any(${area === 'everywhere' ? [] : [...area]}::int[])
          and neighborhoods.south <= own.north + ${besideDegrees}
          and neighborhoods.north >= own.south - ${besideDegrees}
          and neighborhoods.west <= own.east + ${besideDegrees}
          and neighborhoods.east >= own.west - ${besideDegrees})
      order by id limit ${maxBorders}`.execute(database);
    return {
      borders: rows.map(({ id, color, coords, geometry, updatedAt, ...names }) => {
        return { id, ...presentNames(names), color, coords, geometry, updatedAt };
      }),
    };
  },
});

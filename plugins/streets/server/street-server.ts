import { sql } from 'kysely';
import { areaOf, fail, reaches, removalHook } from '#kernel/plugin-api/contract.ts';
import {
  assertUnused,
  columnsOf,
  nameColumn,
  namesIn,
  onHook,
  type RecordCall,
  recordHistory,
  recordServer,
  referenceField,
} from '#kernel/plugin-api/server.ts';
import { localizedName } from '#kernel/domain/text/index.ts';
import { street, type Street, type StreetBody } from '../contract.ts';
import { streets } from '../manifest.ts';

/** The neighbourhood of a street. */
const place = columnsOf('place');

/**
 * The routes and the search of streets: they are also found and sorted by the name of their neighbourhood.
 */
export const server = recordServer(streets, street, {
  join: (row) =>
    sql`join neighborhoods_v1_neighborhoods as place on ${place('id')} = ${row('neighborhood_id')}`,
  columns: {
    neighborhood: sql`json_build_object('id', ${place('id')}, 'uz', json_build_object('name', ${place('name_uz')}),
      'ru', json_build_object('name', ${place('name_ru')}))`,
  },
  searched: [place('fold_uz'), place('fold_ru')],
  sorts: { neighborhood: (language, row) => [nameColumn(place, language), nameColumn(row, language)] },
  filters: { neighborhood: (id, row) => sql`${row('neighborhood_id')} = ${id}` },
  async assertWritable(call, body, before) {
    await assertNeighborhood(call, body);
    // The households of a street belong to its neighbourhood, so a street with households cannot change it.
    if (before && body.neighborhood_id !== before.neighborhood_id) {
      await assertUnused(call, 'streets.street', before.id);
    }
  },
  hit(found: Street, { language, context }) {
    const name = localizedName(found, language);
    const neighborhood = localizedName(found.neighborhood, language);
    const query = new URLSearchParams({ search: name, neighborhood: String(found.neighborhood_id) });
    return {
      title: context.text(language, 'streets:street', { name }),
      subtitle: context.text(language, 'streets:mfy', { name: neighborhood }),
      path: `/streets?${query.toString()}`,
    };
  },
});

/** The history of streets. */
export const history = recordHistory(streets, street, server, {
  fields: [
    referenceField('neighborhood_id', 'streets:neighborhood', namesIn('neighborhoods_v1_neighborhoods')),
  ],
});

/** Requires a neighbourhood within the admin's area; otherwise the field has an error. */
async function assertNeighborhood(
  { database, viewer }: RecordCall,
  { neighborhood_id: id }: StreetBody,
): Promise<void> {
  if (reaches(areaOf(viewer), id)) {
    const { rows } = await sql`select 1 from neighborhoods_v1_neighborhoods where id = ${id}`.execute(
      database,
    );
    if (rows.length > 0) return;
  }
  throw fail('invalid', { fields: { neighborhood_id: { key: 'streets:errors.neighborhood_outside_area' } } });
}

/** Prevents the removal of a neighbourhood with streets. */
export const uses = onHook(removalHook, async (removal, { database }) => {
  if (removal.subject !== 'neighborhoods.neighborhood') return;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from streets where neighborhood_id = ${removal.id}`.execute(database);
  removal.uses('streets', rows[0]?.count ?? 0);
});

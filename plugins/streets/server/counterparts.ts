import { sql } from 'kysely';
import { hooksOf } from '#kernel/plugin-api/server.ts';
import { counterpartStreetsQuery } from '../contract.ts';
import { streets } from '../manifest.ts';

/** Provides the streets of households that move to another neighbourhood: the one with the same name there, or a new one. */
export const provideCounterparts = hooksOf(streets)(
  counterpartStreetsQuery,
  async ({ input: { places, authorId }, respond }, { database, audit, emit }) => {
    const requested = sql`
      select distinct street.*, given.neighborhood_id as place
      from unnest(${places.map(({ streetId }) => streetId)}::bigint[],
        ${places.map(({ neighborhoodId }) => neighborhoodId)}::bigint[]) as given (id, neighborhood_id)
      join streets as street on street.id = given.id`;
    const isSame = sql`other.neighborhood_id = requested.place and (other.fold_uz = requested.fold_uz or other.fold_ru = requested.fold_ru
      or lower(other.name_uz) = lower(requested.name_uz) or lower(other.name_ru) = lower(requested.name_ru))`;
    // Two streets with the same name may come from two neighbourhoods; the second finds the one created for
    // the first.
    const { rows: created } = await sql<{ id: number; neighborhood_id: number }>`
      insert into streets (neighborhood_id, name_uz, name_ru, fold_uz, fold_ru, author_id)
      select requested.place, requested.name_uz, requested.name_ru, requested.fold_uz, requested.fold_ru, ${authorId}::bigint
      from (${requested}) as requested where not exists (select from streets as other where ${isSame})
      order by requested.id on conflict do nothing returning id, neighborhood_id`.execute(database);
    for (const { id, neighborhood_id: neighborhoodId } of created) {
      await audit({ action: 'streets.create', subjectType: 'street', subjectId: id });
      emit('street_change', { id, change: 'created' }, { neighborhoodId });
    }
    const { rows } = await sql<{ id: number; place: number; counterpart: number }>`
      select requested.id, requested.place, (
        select other.id from streets as other where ${isSame}
        order by (other.fold_uz is not distinct from requested.fold_uz) desc, other.id limit 1) as counterpart
      from (${requested}) as requested`.execute(database);
    respond(
      rows.map(({ id, place: target, counterpart }) => ({
        streetId: id,
        neighborhoodId: target,
        counterpartId: counterpart,
      })),
    );
  },
);

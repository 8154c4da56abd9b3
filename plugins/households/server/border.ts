import { runQuery } from '#kernel/plugin-api/contract.ts';
import { type Effects, hooksOf } from '#kernel/plugin-api/server.ts';
import { borderHouseholdsHook, type BorderMove } from '#plugins/neighborhoods/contract.ts';
import { counterpartStreetsQuery } from '#plugins/streets/contract.ts';
import { households } from '../manifest.ts';
import { addressOf } from './address.ts';
import { presentHousehold } from './core/presenter.ts';
import { findMoves, findPeople, findStreets, writeMoves } from './store/border-moves.ts';
import { readFound } from './store/search-hits.ts';

/**
 * The maximum number of households announced one by one; beyond it, one per neighbourhood is announced, and
 * pages read everything again.
 */
const maxAnnounced = 200;

/** When a border moves, moves households to the area that contains their pin. */
export const followBorders = hooksOf(households)(borderHouseholdsHook, async (change, effects, context) => {
  const { database } = effects;
  const moves = await findMoves(database, change);
  change.movePeople(await findPeople(database, moves));
  change.add({
    plugin: 'households',
    permission: 'household_add',
    notice: 'households_moved',
    moves,
    async describe(ids) {
      const found = await readFound(database, 'everywhere', ids);
      return found.map((row) => ({
        id: row.id,
        title: addressOf(presentHousehold(row), change.language, context),
        path: `/households/${row.id}`,
      }));
    },
    apply: () => applyMoves(effects, moves, change.actorId),
  });
});

async function applyMoves(
  { database, hooks, audit, emit }: Effects<typeof households>,
  all: readonly BorderMove[],
  authorId: number,
): Promise<void> {
  const moves = all.flatMap(({ id, from, to }) => (to === null ? [] : [{ id, from, to }]));
  if (moves.length === 0) return;
  const streets = await findStreets(
    database,
    moves.map(({ id }) => id),
  );
  const keyOf = (streetId: number, neighborhoodId: number) => `${streetId} ${neighborhoodId}`;
  const targets = new Map(
    moves.map(({ id, to }) => {
      const streetId = streets.get(id) ?? 0;
      return [keyOf(streetId, to), { streetId, neighborhoodId: to }];
    }),
  );
  const found = await runQuery(hooks, counterpartStreetsQuery, { places: [...targets.values()], authorId });
  const counterparts = new Map(
    found.map((one) => [keyOf(one.streetId, one.neighborhoodId), one.counterpartId]),
  );
  await writeMoves(
    database,
    moves.map(({ id, to }) => ({ id, to, streetId: counterparts.get(keyOf(streets.get(id) ?? 0, to)) ?? 0 })),
  );
  for (const group of Map.groupBy(moves, ({ from, to }) => keyOf(from, to)).values()) {
    const [{ from, to } = { from: 0, to: 0 }] = group;
    const details = { from, to, ids: group.map(({ id }) => id) };
    await audit({ action: 'households.border.move', subjectType: 'household', subjectId: null, details });
    for (const { id } of group.length > maxAnnounced ? group.slice(-1) : group) {
      for (const neighborhoodId of [from, to])
        emit('household_change', { id, change: 'updated' }, { neighborhoodId });
    }
  }
}

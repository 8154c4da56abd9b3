import { areaOf, fail } from '#kernel/plugin-api/contract.ts';
import { assertVersion, changedFields, type HistoryCall } from '#kernel/plugin-api/server.ts';
import type { Household, HouseholdBody } from '../contract.ts';
import type { households } from '../manifest.ts';
import { checkCitizens, checkReferences } from './checks.ts';
import { presentHousehold } from './core/presenter.ts';
import { findHousehold, lockHousehold, updateHousehold } from './store/write.ts';

/** A call about households. */
export type HouseholdCall = HistoryCall<typeof households>;

/** A household within the caller's area; `lock` holds it until the transaction ends. Throws `not_found`. */
export async function readHousehold(
  { database, viewer }: Pick<HouseholdCall, 'database' | 'viewer'>,
  id: number,
  { lock }: { readonly lock: boolean },
): Promise<Household> {
  const area = areaOf(viewer);
  if (lock && !(await lockHousehold(database, id, area))) throw fail('not_found');
  const found = await findHousehold(database, id, area);
  if (!found) throw fail('not_found');
  return presentHousehold(found);
}

/**
 * Changes a household to the body that `bodyOf` returns: checks it, audits it under the given verb, and sends
 * it to everyone who may see it.
 */
export async function changeHousehold(
  call: HouseholdCall,
  id: number,
  change: { readonly verb: string; readonly bodyOf: (before: Household) => HouseholdBody },
): Promise<Household> {
  const { database, viewer, audit, emit } = call;
  const before = await readHousehold(call, id, { lock: true });
  assertVersion(call, before);
  const given = change.bodyOf(before);
  const body = {
    ...given,
    house_suffix: given.house_suffix === undefined ? before.house_suffix : given.house_suffix,
  };
  await checkReferences(database, body, areaOf(viewer));
  const personalNumbers = new Set(before.citizens.map(({ personal_number }) => personal_number));
  await checkCitizens(database, body, { id, personalNumbers });
  await updateHousehold(database, id, body);
  const details = { fields: changedFields(asBody(before), body), confirmed: body.confirmed };
  await audit({ action: `households.${change.verb}`, subjectType: 'household', subjectId: id, details });
  // Notifies also the former neighbourhood's admins.
  for (const neighborhoodId of new Set([before.neighborhood_id, body.neighborhood_id])) {
    emit('household_change', { id, change: 'updated' }, { neighborhoodId });
  }
  return readHousehold(call, id, { lock: false });
}

/** A household in the form of a request body. */
export function asBody(household: Household): HouseholdBody {
  const { household_directions, coords, ...rest } = household;
  return {
    ...rest,
    coords,
    directions: household_directions.map(({ direction_id, quantity }) => ({ direction_id, quantity })),
    confirmed: [],
  };
}

import { fail, noticeHook } from '#kernel/plugin-api/contract.ts';
import type { RecordCall } from '#kernel/plugin-api/server.ts';
import { localizedName, type Language } from '#kernel/domain/text/index.ts';
import type { Handover, Successor } from '../../contract.ts';
import { codedError } from '../core/errors.ts';
import { records } from '../core/neighborhood-server.ts';
import { presentOutline } from './change-areas.ts';
import type { CreatedPlan, PlanCall } from './make-plan.ts';

/** Throws unless the plan is the one that was agreed to, and every handover has a successor. */
export function assertAgreed(
  { plan: made }: CreatedPlan,
  { digest, successors }: { readonly digest: string; readonly successors: readonly Successor[] },
): void {
  if (made.digest !== digest) throw codedError('plan_changed', { beside: { plan: made } });
  assertSuccessors(made.handovers, successors);
}

/** Writes the borders of a plan, except one that is written separately. */
export async function changeBorders(
  call: RecordCall,
  { changed }: CreatedPlan,
  exceptId: number | null,
): Promise<void> {
  // Their versions were already compared.
  const unversioned: RecordCall = Object.create(call, { version: { value: null } });
  for (const { stored, after } of changed) {
    if (stored.id === exceptId) continue;
    const { uz, ru, color } = stored;
    const bodyOf = () => ({ uz, ru, color, ...presentOutline(after) });
    await records.change(unversioned, stored.id, { verb: 'border.move', bodyOf, isResponse: false });
  }
}

/** Throws unless every admin who loses access to applications has a successor among the candidates. */
function assertSuccessors(handovers: readonly Handover[], successors: readonly Successor[]): void {
  if (handovers.some(({ candidates }) => candidates.length === 0)) throw codedError('successor_absent');
  const isChosen = ({ receiver, neighborhood_id, candidates }: Handover) =>
    successors.some(
      (one) =>
        one.receiver_id === receiver.id &&
        one.neighborhood_id === neighborhood_id &&
        candidates.some(({ id }) => id === one.successor_id),
    );
  if (handovers.every(isChosen)) return;
  throw fail('invalid', { fields: { successors: { key: 'neighborhoods:errors.successor_required' } } });
}

/** Writes the moved records, after the borders, and notifies the affected admins. */
export async function moveRecords(
  call: PlanCall,
  made: CreatedPlan,
  successors: readonly Successor[],
): Promise<void> {
  for (const part of made.parts) await part.apply(successors);
  await notifyOfRecords(call, made);
  await notifyOfBorders(call, made);
}

/** Notifies the admins whose area has gained or lost records; those with the same numbers share one notice. */
async function notifyOfRecords({ hooks, viewer }: PlanCall, { plan: { admins }, parts }: CreatedPlan) {
  for (const { plugin, permission, notice } of parts) {
    const concerned = admins.flatMap(({ id, changes }) =>
      changes.filter((one) => one.plugin === plugin).map(({ gained, lost }) => ({ id, gained, lost })),
    );
    for (const group of Map.groupBy(concerned, ({ gained, lost }) => `${gained} ${lost}`).values()) {
      const { gained = 0, lost = 0 } = group[0] ?? {};
      const audience = { permission, adminIds: group.map(({ id }) => id), exceptAdminId: viewer.id };
      await hooks.call(noticeHook, { type: notice, payload: { gained, lost }, audience });
    }
  }
}

/** The maximum number of neighbourhoods that a notice names. */
const maxNamed = 5;

/** Notifies the admins whose borders change, except those who have been notified of records. */
async function notifyOfBorders({ hooks, viewer }: PlanCall, { plan: { admins }, changed }: CreatedPlan) {
  const concerned = admins.filter(({ changes, borders }) => changes.length === 0 && borders.length > 0);
  for (const group of Map.groupBy(concerned, ({ borders }) => borders.join(' ')).values()) {
    const own = new Set(group[0]?.borders.map(Number));
    const areas = changed.flatMap(({ stored }) => (own.has(stored.id) ? [stored] : []));
    const namesIn = (language: Language) => {
      const named = areas.slice(0, maxNamed).map((area) => localizedName(area, language));
      return areas.length > maxNamed ? `${named.join(', ')} +${areas.length - maxNamed}` : named.join(', ');
    };
    await hooks.call(noticeHook, {
      type: 'border_changed',
      payload: { names: { uz: { name: namesIn('uz') }, ru: { name: namesIn('ru') } } },
      audience: { adminIds: group.map(({ id }) => Number(id)), exceptAdminId: viewer.id },
    });
  }
}

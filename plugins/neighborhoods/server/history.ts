import { borderField, colorField, recordHistory } from '#kernel/plugin-api/server.ts';
import { neighborhood } from '../contract.ts';
import { neighborhoods } from '../manifest.ts';
import { records } from './neighborhood-server.ts';
import { assertAgreed, moveContents } from './plan/carry-out.ts';
import { makePlan } from './plan/make-plan.ts';

/**
 * The history of neighbourhoods. A border that is restored takes the homes and cases along that lie in another area then, as by
 * a plan; where somebody would have to take over cases, it is refused, and the border is drawn in the form.
 */
export const history = recordHistory(neighborhoods, neighborhood, records, {
  fields: [colorField('color', 'neighborhoods:color'), borderField('neighborhoods:border')],
  keepsDeleted: true,
  async restore(call, { id, columns: { coords, geometry } }, write) {
    if (coords === undefined) return write();
    const read = neighborhood.bodySchema.pick({ coords: true, geometry: true }).parse({ coords, geometry });
    const made = await makePlan(call, [{ id, updatedAt: null, ...read }], { isSaving: true });
    assertAgreed(made, { digest: made.plan.digest, successors: [] });
    await write();
    await moveContents(call, made, []);
  },
});

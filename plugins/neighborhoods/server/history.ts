import { localizedName } from '#kernel/domain/text/index.ts';
import { borderField, colorField, recordHistory } from '#kernel/plugin-api/server.ts';
import { neighborhood } from '../contract.ts';
import { neighborhoods } from '../manifest.ts';
import { records } from './core/neighborhood-server.ts';
import { assertAgreed, moveRecords } from './plan/apply-plan.ts';
import { makePlan } from './plan/make-plan.ts';

/**
 * The history of neighbourhoods. Restoring a border also moves the households and applications that are then
 * in another area, as a plan does; if applications would need a successor, it is rejected, and the border has
 * to be drawn in the form.
 */
export const history = recordHistory(neighborhoods, neighborhood, records, {
  fields: [colorField('color', 'neighborhoods:color'), borderField('neighborhoods:border')],
  keepsDeleted: true,
  async notes(call, { id, columns: { coords, geometry } }) {
    if (coords === undefined) return [];
    const read = neighborhood.bodySchema
      .pick({ coords: true, geometry: true })
      .safeParse({ coords, geometry });
    // The restore reports the problem.
    if (!read.success) return [];
    const { plan } = await makePlan(call, [{ id, updatedAt: null, ...read.data }], { isSaving: false });
    const { context, language } = call;
    const nameOf = (area: number | null) => {
      const found = plan.areas.find((one) => one.id === area);
      return found
        ? context.text(language, 'neighborhoods:mfy', { name: localizedName(found, language) })
        : '';
    };
    return plan.parts.flatMap(({ plugin, moves }) =>
      moves.map(({ from, to, count }) => {
        const key = to === null ? 'leftAllAreas' : 'moved';
        const params = { from: nameOf(from), to: nameOf(to), count: String(count) };
        const what = context.text(language, `${plugin}:menu.title`);
        return `${what}: ${context.text(language, `neighborhoods:plan.${key}`, params)}`;
      }),
    );
  },
  async restore(call, { id, columns: { coords, geometry } }, write) {
    if (coords === undefined) return write();
    const read = neighborhood.bodySchema.pick({ coords: true, geometry: true }).parse({ coords, geometry });
    const made = await makePlan(call, [{ id, updatedAt: null, ...read }], { isSaving: true });
    assertAgreed(made, { digest: made.plan.digest, successors: [] });
    await write();
    await moveRecords(call, made, []);
  },
});

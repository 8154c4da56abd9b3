import { z } from 'zod';
import { allows, areaOf, fail, idParamSchema, idSchema, type Viewer } from '#kernel/plugin-api/contract.ts';
import { dayAt } from '#kernel/domain/text/index.ts';
import { type Database, routesOf } from '#kernel/plugin-api/server.ts';
import { absenceBodySchema, absencesSchema } from '../../contract/staff.ts';
import { applications, headAccess, receiverAccess } from '../../manifest.ts';
import { fieldErrors } from '../core/errors.ts';
import {
  insertAbsence,
  isWithin,
  listAbsences,
  listSubstitutes,
  ownerOfAbsence,
  removeAbsence,
} from './absence-store.ts';

const route = routesOf(applications);

/** `GET applications/absences`. */
export const absences = route({
  method: 'GET',
  path: 'applications/absences',
  summary: 'The absences of the user, or for heads of an admin in their area, with possible substitutes',
  access: receiverAccess,
  query: z.strictObject({ admin_id: idParamSchema.optional() }),
  response: absencesSchema,
  async handle({ database, viewer, query, context }) {
    const adminId = query.admin_id ?? viewer.id;
    await assertMayCare(database, viewer, adminId);
    const today = dayAt(Date.now(), context.timeZone);
    const [listed, substitutes] = await Promise.all([
      listAbsences(database, adminId, today),
      listSubstitutes(database, adminId),
    ]);
    return { absences: [...listed], substitutes: [...substitutes] };
  },
});

/** `POST applications/absences`. */
export const addAbsence = route({
  method: 'POST',
  path: 'applications/absences',
  summary: 'Creates an absence with a substitute, for the user, or by a head for an admin of their area',
  access: receiverAccess,
  body: absenceBodySchema,
  response: z.object({ admin_id: idSchema }),
  status: 201,
  async handle({ database, viewer, body, context, audit }) {
    const adminId = body.admin_id ?? viewer.id;
    await assertMayCare(database, viewer, adminId);
    if (body.until < body.from) throw fieldErrors({ until: 'absence_ends_early' });
    if (body.until < dayAt(Date.now(), context.timeZone)) throw fieldErrors({ until: 'due_past' });
    const fitting = await listSubstitutes(database, adminId);
    if (!fitting.some(({ id }) => id === body.substitute_id)) {
      throw fieldErrors({ substitute_id: 'substitute_not_allowed' });
    }
    const problem = await insertAbsence(database, {
      adminId,
      from: body.from,
      until: body.until,
      substituteId: body.substitute_id,
      createdBy: viewer.id,
    });
    if (problem === 'overlap') throw fieldErrors({ from: 'absence_overlap' });
    if (problem === 'circle') throw fieldErrors({ substitute_id: 'absence_cycle' });
    const { from, until, substitute_id } = body;
    await audit({
      action: 'applications.absence.create',
      subjectType: 'admin',
      subjectId: adminId,
      details: { from, until, substitute_id },
    });
    return { admin_id: adminId };
  },
});

/** `DELETE applications/absences/:id`. */
export const endAbsence = route({
  method: 'DELETE',
  path: 'applications/absences/:id',
  summary: 'Deletes an absence',
  access: receiverAccess,
  params: z.object({ id: idParamSchema }),
  response: z.object({ id: idSchema }),
  async handle({ database, viewer, params: { id }, audit }) {
    const adminId = await ownerOfAbsence(database, id);
    if (adminId === null) throw fail('not_found');
    await assertMayCare(database, viewer, adminId);
    await removeAbsence(database, id);
    await audit({ action: 'applications.absence.delete', subjectType: 'admin', subjectId: adminId });
    return { id };
  },
});

/** Throws unless the admin is the viewer, or their whole area belongs to the viewer, a head. */
async function assertMayCare(database: Database, viewer: Viewer, adminId: number): Promise<void> {
  if (adminId === viewer.id) return;
  if (allows(headAccess, viewer) && (await isWithin(database, adminId, areaOf(viewer)))) return;
  throw fail('not_found');
}

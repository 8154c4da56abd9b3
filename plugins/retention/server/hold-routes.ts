import { sql } from 'kysely';
import { z } from 'zod';
import { fail, idParamSchema, superAdmin } from '#kernel/plugin-api/contract.ts';
import { routesOf } from '#kernel/plugin-api/server.ts';
import { holdBodySchema, holdListSchema, holdSchema } from '../contract.ts';
import { retention } from '../manifest.ts';
import { codedError } from './errors.ts';
import { hasSubject, insertHold, liftHold, lockHolds, selectHolds } from './holds.ts';

const route = routesOf(retention);

/** `GET retention/holds`. */
const list = route({
  method: 'GET',
  path: 'retention/holds',
  summary: 'The newest 500 holds',
  access: superAdmin,
  response: holdListSchema,
  handle: async ({ database }) => ({ items: await selectHolds(database, sql`true`) }),
});

/** `POST retention/holds`. */
const place = route({
  method: 'POST',
  path: 'retention/holds',
  summary:
    'Places a hold on a citizen or an application, which prevents erasure even if it is already confirmed',
  access: superAdmin,
  body: holdBodySchema,
  response: holdSchema,
  status: 201,
  errors: { 409: 'It has a hold already' },
  async handle({ database, viewer, body, audit, emit }) {
    await lockHolds(database);
    if (!(await hasSubject(database, body))) throw fail('not_found');
    const id = await insertHold(database, { ...body, adminId: viewer.id });
    if (id === null) throw codedError('under_hold');
    await audit({
      action: 'retention.hold.place',
      subjectType: body.subject_type,
      subjectId: body.subject_id,
    });
    emit('retention_change', { citizen_id: body.subject_type === 'user' ? body.subject_id : null });
    const [hold] = await selectHolds(database, sql`hold.id = ${id}`);
    if (!hold) throw fail('not_found');
    return hold;
  },
});

/** `DELETE retention/holds/:id`. */
const lift = route({
  method: 'DELETE',
  path: 'retention/holds/:id',
  summary: 'Lifts a hold',
  access: superAdmin,
  params: z.object({ id: idParamSchema }),
  response: z.object({}),
  async handle({ database, viewer, params: { id }, audit, emit }) {
    const lifted = await liftHold(database, id, viewer.id);
    if (!lifted) throw fail('not_found');
    const { subject_type: subjectType, subject_id: subjectId } = lifted;
    await audit({ action: 'retention.hold.lift', subjectType, subjectId });
    emit('retention_change', { citizen_id: subjectType === 'user' ? subjectId : null });
    return {};
  },
});

/** The routes of holds. */
export const holdRoutes = [list, place, lift];

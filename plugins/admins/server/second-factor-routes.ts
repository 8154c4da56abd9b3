import { z } from 'zod';
import { fail, idParamSchema, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  countWithoutFactor,
  type Database,
  type DatabaseTransaction,
  endAdminSessions,
  readFactorPolicy,
  removeFactor,
  routesOf,
  writeFactorPolicy,
} from '#kernel/plugin-api/server.ts';
import { factorPolicyBodySchema, factorPolicySchema, type FactorPolicyAnswer } from '../contract.ts';
import { admins } from '../manifest.ts';
import { refuse } from './errors.ts';
import { findAdmin } from './store/admins.ts';

const route = routesOf(admins);

/** `GET admins/second-factor` (ours). */
export const factorPolicy = route({
  method: 'GET',
  path: 'admins/second-factor',
  summary: 'Of whom a second factor is asked, and how many have none',
  access: superAdmin,
  response: factorPolicySchema,
  handle: ({ database }) => presentPolicy(database),
});

/** `PUT admins/second-factor` (ours): those who have none are led to add one before they do anything else. */
export const changeFactorPolicy = route({
  method: 'PUT',
  path: 'admins/second-factor',
  summary: 'Asks for a second factor of nobody, of super admins, or of everyone',
  access: superAdmin,
  body: factorPolicyBodySchema,
  response: factorPolicySchema,
  async handle({ database, body: { required }, audit }) {
    await writeFactorPolicy(database, required);
    await audit({
      action: 'admins.second_factor.require',
      subjectType: 'installation',
      subjectId: null,
      details: { required },
    });
    return presentPolicy(database);
  },
});

/** `DELETE admins/:id/second-factor` (ours): for an admin that has lost it; their sessions end. */
export const resetFactor = route({
  method: 'DELETE',
  path: 'admins/:id/second-factor',
  summary: 'Removes the second factor of another admin and ends their sessions',
  access: superAdmin,
  params: z.object({ id: idParamSchema }),
  response: z.object({}),
  async handle({ database, params: { id }, viewer, audit, emit }) {
    if (id === viewer.id) throw refuse('own_account');
    if (!(await findAdmin(database, id, { lock: true }))) throw fail('not_found');
    if (!(await removeFactor(database, id))) throw fail('factor_off');
    await endAdminSessions(database, [id], { reason: 'factor' });
    await audit({ action: 'admins.second_factor.reset', subjectType: 'admin', subjectId: id });
    emit('admin_change', { id, change: 'updated' });
    return {};
  },
});

async function presentPolicy(database: Database | DatabaseTransaction): Promise<FactorPolicyAnswer> {
  const { superAdmins, all } = await countWithoutFactor(database);
  return {
    required: await readFactorPolicy(database),
    without: { super_admins: superAdmins, everyone: all },
  };
}

import { superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  countWithoutFactor,
  type Database,
  type DatabaseTransaction,
  readFactorPolicy,
  readHardwarePolicy,
  routesOf,
  writeFactorPolicy,
  writeHardwarePolicy,
} from '#kernel/plugin-api/server.ts';
import { factorPolicyBodySchema, factorPolicySchema, type FactorPolicyResponse } from '../contract.ts';
import { admins } from '../manifest.ts';

const route = routesOf(admins);

/** `GET admins/second-factor` (beyond the specification). */
export const factorPolicy = route({
  method: 'GET',
  path: 'admins/second-factor',
  summary: 'The rule for second factors, and the number of admins without one',
  access: superAdmin,
  response: factorPolicySchema,
  handle: ({ database }) => presentPolicy(database),
});

/** `PUT admins/second-factor` (beyond the specification): admins without one must add it before they can do anything else. */
export const changeFactorPolicy = route({
  method: 'PUT',
  path: 'admins/second-factor',
  summary:
    'Sets who must have a second factor (nobody, super admins or everyone), and whether super admins need hardware-bound keys',
  access: superAdmin,
  body: factorPolicyBodySchema,
  response: factorPolicySchema,
  errors: { 409: 'Browsers create no passkeys at the address of this deployment' },
  async handle({ database, body: { required, hardware }, origin, audit }) {
    await writeFactorPolicy(database, required);
    if (hardware !== undefined) await writeHardwarePolicy(database, hardware, origin);
    await audit({
      action: 'admins.second_factor.require',
      subjectType: 'installation',
      subjectId: null,
      details: { required, ...(hardware === undefined ? {} : { hardware }) },
    });
    return presentPolicy(database);
  },
});

async function presentPolicy(database: Database | DatabaseTransaction): Promise<FactorPolicyResponse> {
  const { superAdmins, all, hardware } = await countWithoutFactor(database);
  return {
    required: await readFactorPolicy(database),
    hardware: await readHardwarePolicy(database),
    without: { super_admins: superAdmins, everyone: all, hardware },
  };
}

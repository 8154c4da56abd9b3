import { areaOf, fail } from '#kernel/plugin-api/contract.ts';
import {
  assertUnused,
  assertVersion,
  changeRoutesOf,
  readOnlyRoutes,
  reserveAttempt,
  routesOf,
} from '#kernel/plugin-api/server.ts';
import { citizenLookupSchema, citizenQuerySchema, household, householdBodySchema } from '../contract.ts';
import { households, registrarAccess } from '../manifest.ts';
import { changeHousehold, readHousehold } from './change-household.ts';
import { checkCitizens, checkReferences } from './checks.ts';
import { listRequestOf } from './store/list-request.ts';
import { presentHousehold, presentCitizenHousehold } from './core/presenter.ts';
import { findCitizen } from './store/citizens.ts';
import { readList } from './store/list.ts';
import { deleteHousehold, findHousehold, insertHouseholds } from './store/write.ts';

const route = routesOf(households);
const routesOfOne = changeRoutesOf(households, { path: 'households', access: registrarAccess });

/** `GET households` and `GET households/:id`. */
export const [list, detail] = readOnlyRoutes(households, household, {
  async readPage(database, { page, limit, ...query }, { area, language }) {
    const found = await readList(database, { ...listRequestOf(query, area, language), page, limit });
    return { ...found, rows: found.rows.map(presentHousehold) };
  },
  store: {
    async find(database, id, { area }) {
      const found = await findHousehold(database, id, area);
      return found && presentHousehold(found);
    },
  },
});

/** The maximum number of JSHSHIR lookups by one admin per quarter of an hour. */
const maxCitizenLookups = 300;

/** `GET households/citizens?personal_number=`. */
export const citizens = route({
  method: 'GET',
  path: 'households/citizens',
  summary: 'The households that already list a citizen',
  access: registrarAccess,
  query: citizenQuerySchema,
  response: citizenLookupSchema,
  async handle({ database, viewer, query: { personal_number, except }, audit }) {
    // A household has about six members; without a limit, numbers could be guessed one after the other.
    await reserveAttempt(database, `household lookups of ${viewer.id}`, maxCitizenLookups);
    const found = await findCitizen(database, {
      personalNumber: personal_number,
      except,
      area: areaOf(viewer),
    });
    await audit({
      action: 'households.citizen.lookup',
      subjectType: 'household',
      subjectId: found.otherHouseholds[0]?.id ?? null,
      details: { found: found.otherHouseholds.length, elsewhere: found.elsewhere },
    });
    return { households: found.otherHouseholds.map(presentCitizenHousehold), elsewhere: found.elsewhere };
  },
});

/** `POST households`. */
export const create = route({
  method: 'POST',
  path: 'households',
  summary: 'Adds a household; unusual data of its citizens must be confirmed',
  access: registrarAccess,
  body: householdBodySchema,
  response: household.schema,
  status: 201,
  async handle({ database, viewer, body, audit, emit }) {
    const area = areaOf(viewer);
    await checkReferences(database, body, area);
    await checkCitizens(database, body, null);
    const [id = 0] = await insertHouseholds(database, [body], viewer.id);
    const details = { fields: Object.keys(body), confirmed: body.confirmed };
    await audit({ action: 'households.create', subjectType: 'household', subjectId: id, details });
    const neighborhoodId = body.neighborhood_id;
    emit('household_change', { id, change: 'created' }, { neighborhoodId });
    const written = await findHousehold(database, id, area);
    if (!written) throw fail('not_found');
    return presentHousehold(written);
  },
});

/** `PUT households/:id`. */
export const update = routesOfOne.update({
  summary: 'Changes a household',
  body: householdBodySchema,
  response: household.schema,
  change: changeHousehold,
});

/** `DELETE households/:id`. */
export const remove = routesOfOne.remove({
  summary: 'Removes a household with its citizens and directions',
  async remove(call, id) {
    const before = await readHousehold(call, id, { lock: true });
    assertVersion(call, before);
    await assertUnused(call, 'households.household', id);
    await deleteHousehold(call.database, id);
    await call.audit({ action: 'households.delete', subjectType: 'household', subjectId: id });
    const neighborhoodId = before.neighborhood_id;
    call.emit('household_change', { id, change: 'deleted' }, { neighborhoodId });
  },
});

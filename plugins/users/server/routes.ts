import { sql } from 'kysely';
import { allOf, fail, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  orderOf,
  readOnlyRoutes,
  releaseAttempts,
  reserveAttempt,
  revealRoute,
  routesOf,
} from '#kernel/plugin-api/server.ts';
import { citizenSchema, lookupQuerySchema, revealedFields, user, type Citizen } from '../contract.ts';
import { users } from '../manifest.ts';
import { readList } from './store/list.ts';
import { store } from './store/user-store.ts';

const route = routesOf(users);

/** `GET users`; `GET users/:id` returns more than the record, from a separate route. */
export const [list] = readOnlyRoutes(users, user, {
  store,
  readPage: (database, { sort_by, sort_order, ...query }) =>
    readList(database, { ...query, ...orderOf({ sort_by, sort_order }) }),
});

/**
 * The maximum number of lookups by one admin per quarter of an hour: in total, and of unregistered numbers.
 */
const lookupLimits = { all: 150, missed: 20 };

/** `GET users/lookup?personal_number=`: the accept form's fetch-data button. */
export const lookup = route({
  method: 'GET',
  path: 'users/lookup',
  summary: 'The registered citizen with a JSHSHIR, a current or a former one',
  access: allOf('application_receiver'),
  query: lookupQuerySchema,
  response: citizenSchema,
  clear: 'users.lookup',
  async handle({ database, viewer, query, audit }) {
    // Limited, since numbers could be guessed one after the other; misses are limited more strictly.
    await reserveAttempt(database, `lookups of ${viewer.id}`, lookupLimits.all);
    const attempt = await reserveAttempt(database, `missed lookups of ${viewer.id}`, lookupLimits.missed);
    const { rows } = await sql<Citizen>`
      select id, first_name, last_name, father_name, phone, birthday, passport_series, passport_number, personal_number
      from users where id in (
        select id from users where personal_number = ${query.personal_number}
        union all select citizen_id from user_former_papers where personal_number = ${query.personal_number})
      order by personal_number is distinct from ${query.personal_number} limit 1`.execute(database);
    const [citizen] = rows;
    if (!citizen) {
      await audit({ action: 'users.lookup.miss', subjectType: 'user', subjectId: null });
      throw fail('not_found');
    }
    await releaseAttempts(database, [attempt]);
    // Personal data is returned unmasked; the log records who read it.
    await audit({
      action: 'users.lookup',
      subjectType: 'user',
      subjectId: citizen.id,
      details: { fields: Object.keys(citizenSchema.shape) },
    });
    return citizen;
  },
});

/** `POST users/:id/reveal`. */
export const reveal = revealRoute(users, {
  path: 'users',
  access: superAdmin,
  fields: revealedFields,
  action: 'users.reveal',
  subjectType: 'user',
  async read(database, { id, field }) {
    const found = await store.find(database, id);
    if (!found) return undefined;
    if (field !== 'passport') return found[field];
    const { passport_series: series, passport_number: number } = found;
    return number === null ? null : `${series ?? ''} ${number}`.trim();
  },
});

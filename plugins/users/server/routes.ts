import { sql } from 'kysely';
import { allOf, fail } from '#kernel/contract/index.ts';
import { route } from '#kernel/server/plugin.ts';
import { citizenSchema, lookupQuerySchema, type Citizen } from '../contract.ts';

/** `GET users/lookup?personal_number=`: the accept form's fetch-data button. */
export const lookup = route({
  method: 'GET',
  path: 'users/lookup',
  summary: 'The registered citizen of a JSHSHIR',
  access: allOf('application_receiver'),
  query: lookupQuerySchema,
  answer: citizenSchema,
  async handle({ database, query, audit }) {
    const { rows } = await sql<Citizen>`
      select id, first_name, last_name, father_name, phone, birthday, passport_series, passport_number, personal_number
      from users where personal_number = ${query.personal_number}`.execute(database);
    const [citizen] = rows;
    if (!citizen) throw fail('not_found');
    // Personal data leaves in the clear: who has looked can be asked.
    await audit({
      action: 'users.lookup',
      subjectType: 'user',
      subjectId: citizen.id,
      details: { fields: Object.keys(citizenSchema.shape) },
    });
    return citizen;
  },
});

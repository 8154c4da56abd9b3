import { sql } from 'kysely';
import { z } from 'zod';
import { areaOf, fail, idParamSchema, reaches } from '#kernel/plugin-api/contract.ts';
import { execute, routesOf } from '#kernel/plugin-api/server.ts';
import { citizenApplicationsSchema } from '../../contract.ts';
import { applications, receiverAccess } from '../../manifest.ts';
import { findHouseholdsOf, presentEarlier, presentHousehold, splitByArea } from '../intake/intake-check.ts';
import { readEarlier } from '../store/earlier.ts';
import { readIdentity, type IdentityDocuments } from '../store/identity.ts';

/** `GET applications/citizens/:id`. */
export const citizenRoute = routesOf(applications)({
  method: 'GET',
  path: 'applications/citizens/:id',
  summary: 'The households and the applications of a citizen of the register; the read is audited',
  access: receiverAccess,
  params: z.object({ id: idParamSchema }),
  response: citizenApplicationsSchema,
  async handle({ database, viewer, params: { id }, hooks, language, audit }) {
    const area = areaOf(viewer);
    const [citizen] = await execute(
      database,
      sql<IdentityDocuments>`
        select id as citizen_id, personal_number, passport_series, passport_number from users_v1_citizens
        where id = ${id}`,
    );
    if (!citizen) throw fail('not_found');
    const person = await readIdentity(database, citizen);
    const found = await findHouseholdsOf(hooks, person.personalNumbers, language);
    const households = splitByArea(found, ({ neighborhoodId }) => reaches(area, neighborhoodId));
    const rows = splitByArea(await readEarlier(database, person, area), ({ reached }) => reached);
    await audit({
      action: 'applications.citizen.read',
      subjectType: 'user',
      subjectId: id,
      details: { households: found.length, applications: rows.inside.length + rows.outside.length },
    });
    return {
      households: { items: households.inside.map(presentHousehold), elsewhere: households.outside.length },
      applications: {
        items: rows.inside.map((row) => ({ ...presentEarlier(row), note: row.status_note })),
        elsewhere: rows.outside.length,
      },
    };
  },
});

import { sql } from 'kysely';
import { z } from 'zod';
import { areaOf, fail, idParamSchema, reaches } from '#kernel/plugin-api/contract.ts';
import { execute, presentNames, routesOf, within } from '#kernel/plugin-api/server.ts';
import { applicationHouseholdSchema, transferTargetsSchema } from '../../contract.ts';
import { applications, receiverAccess } from '../../manifest.ts';
import { findHouseholdsOf, presentEarlier, presentHousehold, splitByArea } from '../intake/intake-check.ts';
import { readEarlier, type EarlierRow, type People } from '../store/earlier.ts';
import {
  isOf,
  readIdentities,
  readIdentity,
  combinePeople,
  type IdentityDocuments,
} from '../store/identity.ts';

const route = routesOf(applications);

/** The maximum number of earlier applications shown per person; the list has the rest. */
const maxShown = 5;

const nobody: People = { personalNumbers: [], citizenIds: [], passports: [] };

/** `GET applications/:id/household`. */
export const householdRoute = route({
  method: 'GET',
  path: 'applications/:id/household',
  summary:
    'The households of the applicant with their members and the earlier applications of each; the read is audited',
  access: receiverAccess,
  params: z.object({ id: idParamSchema }),
  response: applicationHouseholdSchema,
  async handle({ database, viewer, params: { id }, hooks, language, audit }) {
    const area = areaOf(viewer);
    const [own] = await execute(
      database,
      sql<IdentityDocuments>`
        select personal_number, citizen_id, passport_series, passport_number from applications
        where id = ${id} and ${within(area)}`,
    );
    if (!own) throw fail('not_found');
    const applicant = await readIdentity(database, own);
    const isApplicant = (number: string) => applicant.personalNumbers.includes(number);
    const households = splitByArea(
      await findHouseholdsOf(hooks, applicant.personalNumbers, language),
      ({ neighborhoodId }) => reaches(area, neighborhoodId),
    );
    const numbers = households.inside.flatMap((household) =>
      household.members.map(({ personal_number }) => personal_number),
    );
    const members = await readIdentities(database, [...new Set(numbers)]);
    const everybody = combinePeople([applicant, ...members.values()]);
    const rows = (await readEarlier(database, everybody, area)).filter((row) => row.id !== id);
    const earlierOf = (person: People) => presentEarlierOf(rows, person);
    const details = { households: households.inside.length, elsewhere: households.outside.length };
    await audit({
      action: 'applications.household.read',
      subjectType: 'application',
      subjectId: id,
      details,
    });
    // The other members of the household are shown too.
    const ids = households.inside.map((household) => household.id);
    if (ids.length > 0) {
      await audit({
        action: 'applications.household.read',
        subjectType: 'household',
        subjectId: null,
        details: { ids },
      });
    }
    return {
      items: households.inside.map((household) => ({
        ...presentHousehold(household),
        members: household.members.map(({ full_name, personal_number }) => ({
          full_name,
          personal_number,
          is_applicant: isApplicant(personal_number),
          applications: earlierOf(
            isApplicant(personal_number) ? applicant : (members.get(personal_number) ?? nobody),
          ),
        })),
      })),
      elsewhere: households.outside.length,
      applicant: numbers.some(isApplicant) ? null : earlierOf(applicant),
    };
  },
});

/**
 * The applications of one of several people, newest first: the first ones, and the number outside the area.
 */
function presentEarlierOf(rows: readonly EarlierRow[], person: People) {
  const theirs = splitByArea(
    rows.filter((row) => isOf(row, person)),
    ({ reached }) => reached,
  );
  return {
    items: theirs.inside.slice(0, maxShown).map((row) => ({ ...presentEarlier(row), note: row.status_note })),
    elsewhere: theirs.outside.length,
  };
}

/** `GET applications/neighborhoods`. */
export const targetsRoute = route({
  method: 'GET',
  path: 'applications/neighborhoods',
  summary: 'The neighbourhoods to which an application may move, by name',
  access: receiverAccess,
  response: transferTargetsSchema,
  async handle({ database }) {
    const { rows } = await sql<{ id: number; name_uz: string; name_ru: string }>`
      select id, name_uz, name_ru from neighborhoods_v1_neighborhoods order by name_uz, id`.execute(database);
    return rows.map((row) => ({ id: row.id, ...presentNames(row) }));
  },
});

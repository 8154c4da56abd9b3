import { sql } from 'kysely';
import { type Database, execute } from '#kernel/plugin-api/server.ts';
import type { EarlierRow, Passport, People } from './earlier.ts';

/** The identity documents in an application, or of a citizen of the register. */
export interface IdentityDocuments {
  readonly personal_number: string | null;
  readonly citizen_id: number | null;
  readonly passport_series: string | null;
  readonly passport_number: string | null;
}

/** More people with the same passport indicate an error in the data. */
const maxWithPassport = 5;

/**
 * The identities of a person for a search. For a passport alone, its JSHSHIR is searched in the register and
 * in applications. A given JSHSHIR is used regardless of the passport.
 */
export async function readIdentity(database: Database, documents: IdentityDocuments): Promise<People> {
  const { personal_number: number, citizen_id: citizenId } = documents;
  const passport = passportOf(documents);
  const citizenIds = citizenId === null ? [] : [citizenId];
  if (number !== null) {
    // A citizen into whom others were merged has several JSHSHIRs.
    const known = citizenId === null ? [] : await readNumbers(database, citizenId);
    return {
      personalNumbers: known.includes(number) ? known : [number],
      citizenIds,
      passports: passport ? [passport] : [],
    };
  }
  const named = sql`passport_series = ${passport?.series ?? null} and passport_number = ${passport?.number ?? null}`;
  const rows = await execute(
    database,
    sql<{ id: number | null; number: string | null }>`
      (select id, personal_number as number from users_v1_citizens where id = ${citizenId}::bigint)
      union (select citizen_id, personal_number from users_v1_former_papers where citizen_id = ${citizenId}::bigint)
      union (select id, personal_number from users_v1_citizens where ${named} order by id limit ${maxWithPassport})
      union (select citizen_id, personal_number from users_v1_former_papers where ${named} limit ${maxWithPassport})
      union (select null, personal_number from (
        select personal_number from applications where ${named} order by id desc limit 50) as known
        where personal_number is not null limit ${maxWithPassport})`,
  );
  const present = <Value>(values: readonly (Value | null)[]) => [
    ...new Set(values.flatMap((value) => (value === null ? [] : [value]))),
  ];
  return {
    personalNumbers: present(rows.map((row) => row.number)),
    citizenIds: present([...citizenIds, ...rows.map((row) => row.id)]),
    passports: passport ? [passport] : [],
  };
}

/** The JSHSHIRs of a citizen: their own, and those of citizens who were merged into them. */
async function readNumbers(database: Database, citizenId: number): Promise<string[]> {
  const rows = await execute(
    database,
    sql<{ number: string }>`
      select personal_number as number from users_v1_citizens where id = ${citizenId} and personal_number is not null
      union select personal_number from users_v1_former_papers
        where citizen_id = ${citizenId} and personal_number is not null`,
  );
  return rows.map((row) => row.number);
}

/** People of the register by their JSHSHIRs, each as an identity to search: they may have applied with only a passport. */
export async function readIdentities(
  database: Database,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, People>> {
  const rows = await execute(
    database,
    sql<IdentityDocuments & { personal_number: string; citizen_id: number }>`
      select citizen_id, personal_number, passport_series, passport_number from users_v1_former_papers
      where personal_number = any(${[...numbers]}::text[])
      union all
      select id, personal_number, passport_series, passport_number from users_v1_citizens
      where personal_number = any(${[...numbers]}::text[])`,
    { prepared: true },
  );
  const known = new Map(rows.map((row) => [row.personal_number, row]));
  return new Map(
    numbers.map((number) => {
      const row = known.get(number);
      const passport = row && passportOf(row);
      return [
        number,
        {
          personalNumbers: [number],
          citizenIds: row ? [row.citizen_id] : [],
          passports: passport ? [passport] : [],
        },
      ];
    }),
  );
}

/** Combines several people into one query. */
export function combinePeople(people: Iterable<People>): People {
  const all = [...people];
  return {
    personalNumbers: [...new Set(all.flatMap(({ personalNumbers }) => personalNumbers))],
    citizenIds: [...new Set(all.flatMap(({ citizenIds }) => citizenIds))],
    passports: all.flatMap(({ passports }) => passports),
  };
}

/** Whether an application belongs to a person. If it names a JSHSHIR, that decides. */
export function isOf(row: EarlierRow, { personalNumbers, citizenIds, passports }: People): boolean {
  if (row.personal_number !== null && personalNumbers.length > 0) {
    return personalNumbers.includes(row.personal_number);
  }
  if (row.citizen_id !== null && citizenIds.includes(row.citizen_id)) return true;
  return passports.some(
    ({ series, number }) => row.passport_series === series && row.passport_number === number,
  );
}

function passportOf({
  passport_series: series,
  passport_number: number,
}: IdentityDocuments): Passport | null {
  return series === null || number === null ? null : { series, number };
}

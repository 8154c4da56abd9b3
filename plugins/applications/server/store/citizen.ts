import { sql } from 'kysely';
import { constant, type Database, execute, type Fragment } from '#kernel/plugin-api/server.ts';
import type { PersonField } from '#plugins/users/contract.ts';

/** A citizen of the register as shown in an application; timestamps are in PostgreSQL's JSON format. */
export type CitizenRow = Readonly<Record<PersonField, string | null>> & {
  readonly id: number;
  readonly blocked: boolean;
  readonly block_reason: string | null;
  readonly blocked_at: string | null;
  readonly author: { readonly id: number; readonly first_name: string; readonly last_name: string } | null;
};

const columns =
  constant(sql`json_build_object('id', citizen.id, 'first_name', citizen.first_name, 'last_name',
  citizen.last_name, 'father_name', citizen.father_name, 'phone', citizen.phone, 'birthday', citizen.birthday,
  'passport_series', citizen.passport_series, 'passport_number', citizen.passport_number, 'personal_number',
  citizen.personal_number, 'blocked', citizen.blocked, 'block_reason', citizen.block_reason, 'blocked_at',
  citizen.blocked_at, 'author', case when author.id is not null then json_build_object('id', author.id, 'first_name',
  author.first_name, 'last_name', author.last_name) end)`);

/** Selects a {@link CitizenRow} as one JSON value, by an id in the query. */
export function citizenOf(id: Fragment): Fragment {
  return sql`
    select ${columns} from users_v1_citizens as citizen
    left join kernel_v1_admins as author on author.id = citizen.blocked_by where citizen.id = (${id})`;
}

/**
 * The blocked citizen with this passport. Finds citizens who omit their JSHSHIR or give another one, also if
 * they were merged into a citizen with another passport.
 */
export async function readBlockedOfPassport(
  database: Database,
  {
    passport_series: series,
    passport_number: number,
  }: {
    readonly passport_series?: string | null | undefined;
    readonly passport_number?: string | null | undefined;
  },
): Promise<CitizenRow | null> {
  if (!series || !number) return null;
  const [row] = await execute(
    database,
    sql<{ citizen: CitizenRow | null }>`
      select (${citizenOf(sql`
        select id from users_v1_citizens where blocked and id in (${idsOfPassport(series, number)})
        order by id limit 1`)}) as citizen`,
  );
  return row?.citizen ?? null;
}

/** Selects the citizens with a passport, and those into whom a person with it was merged. */
export function idsOfPassport(series: string, number: string): Fragment {
  return sql`
    select id from users_v1_citizens where passport_series = ${series} and passport_number = ${number}
    union all select citizen_id from users_v1_former_papers
      where passport_series = ${series} and passport_number = ${number}`;
}

import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { type Database, execute, within } from '#kernel/plugin-api/server.ts';
import { openStatuses, type Status } from '../../contract.ts';
import { citizenOf, idsOfPassport, type CitizenRow } from './citizen.ts';

/** An application of a person, or of another member of their household. */
export interface EarlierRow {
  readonly id: number;
  readonly personal_number: string | null;
  readonly citizen_id: number | null;
  readonly passport_series: string | null;
  readonly passport_number: string | null;
  readonly status: Status;
  readonly status_note: string | null;
  readonly status_at: string;
  readonly created_at: string;
  readonly receiver: { readonly id: number; readonly first_name: string; readonly last_name: string } | null;
  /** Whether the viewer may see it, or only that it exists. */
  readonly reached: boolean;
}

/** A passport, by series and number. */
export interface Passport {
  readonly series: string;
  readonly number: string;
}

/** The people whose applications are read: by JSHSHIR, by citizen of the register, or by passport. */
export interface People {
  readonly personalNumbers: readonly string[];
  readonly citizenIds: readonly number[];
  /** Applications that name a JSHSHIR other than these people's are left out: one of the two was mistyped. */
  readonly passports: readonly Passport[];
}

/** The maximum number of applications read per person, newest first. */
const maxOfPerson = 50;

/** The applications of some people, newest first. */
export async function readEarlier(
  database: Database,
  { personalNumbers, citizenIds, passports }: People,
  area: Area,
): Promise<EarlierRow[]> {
  const columns = sql`application.id, application.personal_number, application.citizen_id, application.passport_series,
    application.passport_number, application.status, application.status_note, application.status_at,
    application.created_at, application.receiver_id, application.neighborhood_id`;
  const numbers = sql`${[...personalNumbers]}::text[]`;
  return execute(
    database,
    sql<EarlierRow>`
      with found as (
        select one.* from unnest(${numbers}) as person (number) cross join lateral (
          select ${columns} from applications as application where application.personal_number = person.number
          order by id desc limit ${maxOfPerson}
        ) as one
        union
        select one.* from unnest(${[...citizenIds]}::bigint[]) as person (id) cross join lateral (
          select ${columns} from applications as application where application.citizen_id = person.id
          order by id desc limit ${maxOfPerson}
        ) as one
        union
        select one.* from unnest(${passports.map(({ series }) => series)}::text[],
          ${passports.map(({ number }) => number)}::text[]) as person (series, number) cross join lateral (
          select ${columns} from applications as application
          where application.passport_series = person.series and application.passport_number = person.number
            and (application.personal_number is null or application.personal_number = any(${numbers}))
          order by id desc limit ${maxOfPerson}
        ) as one
      )
      select found.*, ${within(area, 'found.neighborhood_id')} as reached, case when admin.id is not null then
        json_build_object('id', admin.id, 'first_name', admin.first_name, 'last_name', admin.last_name) end as receiver
      from found left join kernel_v1_admins as admin on admin.id = found.receiver_id order by found.id desc`,
    { prepared: true },
  );
}

/** Whether an application still has to be answered. */
export function isOpenRow({ status }: EarlierRow): boolean {
  return (openStatuses as readonly Status[]).includes(status);
}

/** The document by which a citizen is searched: a JSHSHIR or a passport. */
export interface CitizenNumbers {
  readonly personal_number?: string | undefined;
  readonly passport_series?: string | undefined;
  readonly passport_number?: string | undefined;
}

/**
 * The citizen of a JSHSHIR, or the first one of a passport, blocked ones first. Documents of a merged person belong to the
 * remaining one.
 */
export async function readCitizen(
  database: Database,
  { personal_number: number, passport_series: series, passport_number: passport }: CitizenNumbers,
): Promise<CitizenRow | null> {
  const matches = number
    ? sql`
        (select id, 0 as rank from users_v1_citizens where personal_number = ${number})
        union all (select citizen_id, 1 from users_v1_former_papers where personal_number = ${number})
        order by rank, id limit 1`
    : sql`
        select id from users_v1_citizens where id in (${idsOfPassport(series ?? '', passport ?? '')})
        order by blocked desc, id limit 1`;
  const [row] = await execute(
    database,
    sql<{ citizen: CitizenRow | null }>`
      select (${citizenOf(sql`select id from (${matches}) as found`)}) as citizen`,
    { prepared: true },
  );
  return row?.citizen ?? null;
}

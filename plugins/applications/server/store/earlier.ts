import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { type Database, execute, within } from '#kernel/plugin-api/server.ts';
import { openStatuses, type Status } from '../../contract.ts';
import { citizenOf, type CitizenRow } from './citizen.ts';

/** An application of a person, or of one of their household. */
export interface EarlierRow {
  readonly id: number;
  readonly personal_number: string | null;
  readonly citizen_id: number | null;
  readonly status: Status;
  readonly status_note: string | null;
  readonly status_at: string;
  readonly created_at: string;
  readonly receiver: { readonly id: number; readonly first_name: string; readonly last_name: string } | null;
  /** Whether the viewer may see it, or only that it is there. */
  readonly reached: boolean;
}

/** Whose applications are meant: by their numbers, or by one citizen. */
export interface People {
  readonly personalNumbers: readonly string[];
  readonly citizenId: number | null;
}

/** So many of one person are looked at, newest first. */
const maxOfPerson = 50;

/** The applications of some people, newest first. */
export async function readEarlier(
  database: Database,
  { personalNumbers, citizenId }: People,
  area: Area,
): Promise<EarlierRow[]> {
  const columns = sql`application.id, application.personal_number, application.citizen_id, application.status,
    application.status_note, application.status_at, application.created_at, application.receiver_id,
    application.neighborhood_id`;
  return execute(
    database,
    sql<EarlierRow>`
      with found as (
        select one.* from unnest(${[...personalNumbers]}::text[]) as person (number) cross join lateral (
          select ${columns} from applications as application where application.personal_number = person.number
          order by id desc limit ${maxOfPerson}
        ) as one
        union
        (select ${columns} from applications as application where citizen_id = ${citizenId}::bigint
          order by id desc limit ${maxOfPerson})
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

/** The citizen of a JSHSHIR. */
export async function readCitizen(database: Database, personalNumber: string): Promise<CitizenRow | null> {
  const [row] = await execute(
    database,
    sql<{ citizen: CitizenRow | null }>`
      select (${citizenOf(sql`select id from users_v1_citizens where personal_number = ${personalNumber}`)}) as citizen`,
    { prepared: true },
  );
  return row?.citizen ?? null;
}

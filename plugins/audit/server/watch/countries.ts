import { sql } from 'kysely';
import { languages } from '#kernel/domain/text/languages.ts';
import {
  type Database,
  type DatabaseTransaction,
  execute,
  type Fragment,
} from '#kernel/plugin-api/server.ts';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { minuteMs } from '#kernel/domain/text/dates.ts';
import { signInEndings } from './kinds.ts';
import type { WatchContext } from './settings.ts';
import { notify } from './warn-admins.ts';

interface SignIns {
  readonly admin_id: number;
  readonly address: string;
  readonly first_at: string;
  readonly last_at: string;
}

type FromCountry = Omit<SignIns, 'address'> & { readonly country: string };

/**
 * Warns of each sign-in from a country that is new for the person. There is no warning at the first sign-in,
 * or if all earlier ones are older than the remembered period.
 */
export async function watchCountries(context: WatchContext, now: number): Promise<void> {
  const { countries, countryDays, minutes } = context.config.watch;
  if (!countries) return;
  const from = now - minutes * minuteMs;
  const recent = inCountries(context, await readSignIns(context.database, sql`at > ${new Date(from)} and at <= ${new Date(now)}`)); // prettier-ignore
  if (recent.length === 0) return;
  const oldest = now - countryDays * dayMs;
  await context.transaction(async (effects) => {
    const { database } = effects;
    await execute(database, sql`delete from audit_countries where last_at < ${new Date(oldest)}`);
    const adminIds = [...new Set(recent.map(({ admin_id }) => admin_id))];
    const known = await readKnown(database, adminIds);
    await learnFromLog(context, database, {
      adminIds: adminIds.filter((id) => !known.has(id)),
      oldest,
      from,
    });
    const compared = await readKnown(database, adminIds);
    for (const { admin_id: adminId, country, last_at } of recent) {
      const isNew = await learn(database, { adminId, country, lastAt: last_at });
      if (isNew && compared.has(adminId)) {
        const payload = { country: bothNamesOf(country) };
        await notify(effects, { kind: 'unusual_country', who: '', adminId, count: 1, payload });
      }
      compared.add(adminId);
    }
  });
}

const isSignIn = sql`(${sql.join(
  signInEndings.map((ending) => sql`action like ${`%.${ending}`}`),
  sql` or `,
)})`;

function readSignIns(database: Database | DatabaseTransaction, when: Fragment): Promise<SignIns[]> {
  return execute(
    database,
    sql<SignIns>`
      select admin_id, address, min(at) as first_at, max(at) as last_at from kernel_v1_audit
      where ${when} and ${isSignIn} and admin_id is not null and address is not null
      group by admin_id, address order by first_at, admin_id, address`,
  );
}

/** The sign-ins from a known country, the first from each country first. */
function inCountries(
  { countryOf }: Pick<WatchContext, 'countryOf'>,
  signIns: readonly SignIns[],
): FromCountry[] {
  return signIns.flatMap(({ address, ...one }) => {
    const country = countryOf?.(address) ?? null;
    return country === null ? [] : [{ ...one, country }];
  });
}

async function readKnown(database: DatabaseTransaction, adminIds: readonly number[]): Promise<Set<number>> {
  const rows = await execute(
    database,
    sql<{ admin_id: number }>`
      select distinct admin_id from audit_countries where admin_id = any(${[...adminIds]}::bigint[])`,
  );
  return new Set(rows.map(({ admin_id }) => admin_id));
}

/** Learns the countries of people without stored history from the log, once per person. */
async function learnFromLog(
  context: WatchContext,
  database: DatabaseTransaction,
  given: { readonly adminIds: readonly number[]; readonly oldest: number; readonly from: number },
): Promise<void> {
  if (given.adminIds.length === 0) return;
  const when = sql`admin_id = any(${[...given.adminIds]}::bigint[]) and at > ${new Date(given.oldest)} and at <= ${new Date(given.from)}`;
  for (const { admin_id: adminId, country, last_at } of inCountries(context, await readSignIns(database, when))) {
    await learn(database, { adminId, country, lastAt: last_at });
  }
} // prettier-ignore

/** Stores a country of a person; returns whether it was new. Of two concurrent nodes, one gets true. */
async function learn(
  database: DatabaseTransaction,
  { adminId, country, lastAt }: { readonly adminId: number; readonly country: string; readonly lastAt: string },
): Promise<boolean> {
  const added = await execute(
    database,
    sql`insert into audit_countries (admin_id, country, last_at) values (${adminId}, ${country}, ${lastAt})
      on conflict do nothing returning admin_id`,
  );
  if (added.length > 0) return true;
  await execute(
    database,
    sql`update audit_countries set last_at = greatest(last_at, ${lastAt}::timestamptz)
      where admin_id = ${adminId} and country = ${country}`,
  );
  return false;
} // prettier-ignore

/** Returns the name of a country in both languages, `Rossiya / Россия`: a notice has one payload for all recipients. */
function bothNamesOf(country: string): string {
  return languages
    .map((language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(country))
    .join(' / ');
}

import { sql } from 'kysely';
import { type Database, execute } from '#kernel/plugin-api/server.ts';
import type { Similar, User } from '../../contract.ts';
import { store } from '../store/user-store.ts';
import { compare, phoneticFormsOf, type KnownPerson } from './compare.ts';

/**
 * The maximum number of compared citizens with the same birthday, phone or passport, newest first: an office
 * may have entered its own phone for many.
 */
const maxCandidates = 500;
const maxShown = 10;

/** The citizens who may be a person, most likely first, with unmasked numbers. */
export async function findSimilar(
  database: Database,
  person: KnownPerson,
  except: number | null,
): Promise<{ user: User; common: Similar['common'] }[]> {
  const candidates = await readCandidates(database, person, except);
  const phoneticForms = phoneticFormsOf(person);
  const found = candidates
    .flatMap((one) => {
      const common = compare(phoneticForms, phoneticFormsOf(one));
      return common ? [{ id: one.id, common }] : [];
    })
    .toSorted((one, other) => other.common.length - one.common.length)
    .slice(0, maxShown);
  const users = await Promise.all(found.map(({ id }) => store.find(database, id)));
  return found.flatMap(({ common }, index) => {
    const user = users[index];
    return user ? [{ user, common }] : [];
  });
}

/** Returns the citizens who share something other than the name, each through an index. */
async function readCandidates(
  database: Database,
  {
    birthday,
    phone,
    passport_series: series,
    passport_number: passport,
    personal_number: number,
  }: KnownPerson,
  except: number | null,
): Promise<(KnownPerson & { readonly id: number })[]> {
  const ways = [
    birthday && sql`birthday = ${birthday}::date`,
    phone && sql`phone = ${phone}`,
    series && passport && sql`passport_series = ${series} and passport_number = ${passport}`,
    number && sql`personal_number = ${number}`,
  ].filter((way) => way !== null && way !== '');
  if (ways.length === 0) return [];
  const parts = ways.map(
    (way) => sql`(select id from users where ${way} order by id desc limit ${maxCandidates})`,
  );
  return execute(
    database,
    sql<KnownPerson & { readonly id: number }>`
      select id, first_name, last_name, father_name, phone, birthday::text, passport_series, passport_number,
        personal_number
      from users where id in (${sql.join(parts, sql` union `)}) and id is distinct from ${except}::bigint`,
  );
}

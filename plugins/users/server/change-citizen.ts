import { sql } from 'kysely';
import { fail } from '#kernel/plugin-api/contract.ts';
import { assertVersion, changedFields, type Database, type HistoryCall } from '#kernel/plugin-api/server.ts';
import type { CitizenBody, User } from '../contract.ts';
import type { users } from '../manifest.ts';
import { numberTakenError } from './core/errors.ts';
import { findRemaining } from './store/former-documents.ts';
import { store } from './store/user-store.ts';
import { updateCitizen } from './store/write.ts';

/** A call about citizens. */
export type CitizenCall = HistoryCall<typeof users>;

/** A citizen; `lock` locks them until the transaction ends. Throws `not_found`. */
export async function readCitizen(
  { database }: Pick<CitizenCall, 'database'>,
  id: number,
  options: { readonly lock: boolean },
): Promise<User> {
  const found = await store.find(database, id, options);
  if (!found) throw fail('not_found');
  return found;
}

/** Changes a citizen to the body that `bodyOf` returns: validates it, and audits it under the given verb. */
export async function changeCitizen(
  call: CitizenCall,
  id: number,
  { verb, bodyOf }: { readonly verb: string; readonly bodyOf: (before: User) => CitizenBody },
): Promise<User> {
  const { database, audit, emit } = call;
  const before = await readCitizen(call, id, { lock: true });
  assertVersion(call, before);
  const body = bodyOf(before);
  if (!(await updateCitizen(database, id, body))) {
    throw numberTakenError(await ownerOf(database, body.personal_number));
  }
  const details = { fields: changedFields(before, body) };
  await audit({ action: `users.${verb}`, subjectType: 'user', subjectId: id, details });
  emit('user_change', { id, change: 'updated' });
  return readCitizen(call, id, { lock: false });
}

/** Returns the citizen with a JSHSHIR, or the one into whom its former owner was merged; null if there is none. */
export async function ownerOf(database: Database, personalNumber: string | null): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from users where personal_number = ${personalNumber}`.execute(database);
  if (rows[0] || personalNumber === null) return rows[0]?.id ?? null;
  const papers = { personal_number: personalNumber, passport_series: null, passport_number: null };
  return findRemaining(database, papers);
}

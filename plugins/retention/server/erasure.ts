import { sql } from 'kysely';
import { erasureHook } from '#kernel/plugin-api/contract.ts';
import { hooksOf } from '#kernel/plugin-api/server.ts';
import { retention } from '../manifest.ts';
import { lockHolds, selectHolds } from './holds.ts';

/** A hold prevents every erasure, even a confirmed one. Erases this plugin's own data about the citizen. */
const erase = hooksOf(retention)(erasureHook, async ({ idsOf, obstruct, addTexts }, { database, emit }) => {
  const users = [...idsOf('user')];
  const applications = [...idsOf('application')];
  const theirs = sql`(subject_type = 'user' and subject_id = any(${users}::bigint[])
    or subject_type = 'application' and subject_id = any(${applications}::bigint[]))`;
  await lockHolds(database);
  const holds = await selectHolds(database, theirs);
  for (const { subject_type: type, subject_id: id } of holds) {
    obstruct({ key: 'retention:erasure.held', type, ids: [id] });
  }
  const { rows } = await sql<{ reason: string }>`
    select reason from retention_holds where ${theirs}
    union all select reason from retention_requests where citizen_id = any(${users}::bigint[])`.execute(
    database,
  );
  addTexts(rows.map(({ reason }) => reason));
  await sql`
    update retention_holds set reason = '', lifted_at = coalesce(lifted_at, now()) where ${theirs}`.execute(
    database,
  );
  await sql`
    update retention_requests set reason = '' where citizen_id = any(${users}::bigint[])`.execute(database);
  emit('person_erased', { users, applications, households: [...idsOf('household')] });
});

/** The hook listeners of retention for erasures. */
export const erasureHooks = [erase];

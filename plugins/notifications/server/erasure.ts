import { sql } from 'kysely';
import { erasureHook } from '#kernel/plugin-api/contract.ts';
import { hooksOf, mentionsPerson } from '#kernel/plugin-api/server.ts';
import { notifications } from '../manifest.ts';
import { emitRemoved } from './hooks.ts';

/**
 * Deletes the notifications about a citizen and their applications, also from open lists. A notification
 * about an application that now belongs to another citizen names them in two parts.
 */
const erase = hooksOf(notifications)(erasureHook, async ({ idsOf, marks, count }, { database, emit }) => {
  const applications = [...idsOf('application')].map(String);
  const { rows } = await sql<{ id: number; admin_id: number }>`
    delete from notifications where subject_type = 'user' and subject_id = any(${[...idsOf('user')]}::bigint[])
      or subject_type = 'application' and subject_id = any(${applications}::bigint[])
      or payload ->> 'application_id' = any(${applications}::text[])
      or type = 'application' and payload ->> 'id' = any(${applications}::text[])
      or ${mentionsPerson(sql`payload::text`, marks)}
      or ${mentionsPerson(sql`concat_ws(' ', payload ->> 'last_name', payload ->> 'first_name')`, marks)}
    returning id, admin_id`.execute(database);
  count('notifications:erasure.notices', rows.length);
  emitRemoved(emit, rows);
});

/** The hook listener that erases a citizen from notifications. */
export const erasureHooks = [erase];

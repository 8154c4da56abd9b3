import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { fail } from '#kernel/plugin-api/contract.ts';
import { hooksOf } from '#kernel/plugin-api/server.ts';
import { citizenLettersHook, letterChecksHook } from '#plugins/applications/contract.ts';
import { letters } from '../manifest.ts';
import { findByCode } from './routes/check-route.ts';
import { selectLetters, letter } from './store/rows.ts';

/** Shows citizens their letters, newest first; void and replaced ones are left out. */
const provideCitizen = hooksOf(letters)(
  citizenLettersHook,
  async ({ applicationId, add }, { database }, { openFile }) => {
    const rows = await selectLetters(
      database,
      sql`${letter('application_id')} = ${applicationId} and ${letter('status')} = 'issued' order by ${letter('id')} desc`,
    );
    for (const row of rows) {
      add({
        id: row.id,
        title: row.subject,
        date: row.issued_on,
        async open() {
          const stream = await openFile(row.file_id);
          if (!stream) throw fail('not_found');
          return { name: row.file_name, bytes: await buffer(stream) };
        },
      });
    }
  },
);

/** Provides the check whether a letter is genuine, like the page of its QR code. */
const provideCheck = hooksOf(letters)(letterChecksHook, async ({ language, add }, _effects, context) => {
  add(async (code) => {
    const found = await findByCode(context.database, code, context, language);
    const { status, number, issued_on, office, replaced_by } = found;
    return { status, number, issuedOn: issued_on, office, replacedBy: replaced_by };
  });
});

/** The hook listeners of letters for other plugins. */
export const hooks = [provideCitizen, provideCheck];

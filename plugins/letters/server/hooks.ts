import { sql } from 'kysely';
import { hooksOf } from '#kernel/plugin-api/server.ts';
import { citizenLettersQuery } from '../contract.ts';
import { letters } from '../manifest.ts';
import { selectLetters } from './store/rows.ts';

const answerCitizen = hooksOf(letters)(citizenLettersQuery, async ({ input, respond }, { database }) => {
  const rows = await selectLetters(
    database,
    sql`letter.application_id = ${input.applicationId} order by letter.id desc`,
  );
  respond(
    rows.map((row) => ({
      id: row.id,
      number: row.register_number,
      subject: row.subject,
      issuedOn: row.issued_on,
      status: row.status,
      fileId: row.file_id,
      fileName: row.file_name,
      size: row.file_size,
    })),
  );
});

/** What letters do for other plugins. */
export const hooks = [answerCitizen];

import { sql } from 'kysely';
import { erasureHook, personHook } from '#kernel/plugin-api/contract.ts';
import { hooksOf, mentionsPerson, touched } from '#kernel/plugin-api/server.ts';
import { letters } from '../manifest.ts';
import { lockApplications } from './letter/issue-letter.ts';

const onHook = hooksOf(letters);

/**
 * Provides the letters to a citizen's applications. A letter being written already names the citizen, so its
 * transaction is awaited. A repeated erasure leaves letters written after the first one, which name nobody.
 */
const providePerson = onHook(personHook, async ({ before, isTheirs, idsOf, add }, { database }) => {
  const applicationIds = [...idsOf('application')];
  await lockApplications(database, applicationIds);
  const isOlder = isTheirs ? sql`created_at <= ${before}::timestamptz` : sql`true`;
  const { rows } = await sql<{ id: number }>`
    select id from letters where application_id = any(${applicationIds}::bigint[]) and ${isOlder}`.execute(
    database,
  );
  add(
    'letter',
    rows.map(({ id }) => id),
  );
});

interface LetterRow {
  readonly id: number;
  readonly subject: string;
  readonly addressee: string;
  readonly file_id: number;
  readonly application_id: number;
  readonly neighborhood_id: number;
}

/**
 * The register keeps the number, the day, the signatory, and that it was genuine; the text and the PDF are
 * erased.
 */
const erase = onHook(erasureHook, async (erasure, { database, emit }) => {
  const { idsOf, marks, count, addTexts, eraseFiles } = erasure;
  // A letter written to the citizen before its application was assigned to another one.
  const { rows: past } = await sql<{ id: number }>`
    select id from letters where application_id = any(${[...idsOf('past_application')]}::bigint[])
      and ${mentionsPerson(sql`concat_ws(' ', addressee, subject, body::text)`, marks)}`.execute(database);
  const ids = [...new Set([...idsOf('letter'), ...past.map(({ id }) => id)])];
  const { rows } = await sql<LetterRow>`
    select letter.id, letter.subject, addressee, file_id, application_id, neighborhood_id
    from letters as letter join applications_v1_cases as application on application.id = letter.application_id
    where letter.id = any(${ids}::bigint[]) order by letter.id`.execute(database);
  for (const { subject, addressee } of rows) addTexts([subject, addressee]);
  await sql`
    update letters set subject = '', addressee = '', body = '{"type":"doc","content":[]}',
      void_reason = case when void_reason is null then null else '' end, search_key = lower(register_number),
      updated_at = ${touched}
    where id = any(${ids}::bigint[])`.execute(database);
  eraseFiles(rows.map(({ file_id }) => file_id));
  count('letters:erasure.letters', rows.length);
  for (const { id, application_id, neighborhood_id: neighborhoodId } of rows) {
    emit('letter_update', { id, application_id }, { neighborhoodId });
  }
});

/** The hook listeners that erase a citizen from letters. */
export const erasureHooks = [providePerson, erase];

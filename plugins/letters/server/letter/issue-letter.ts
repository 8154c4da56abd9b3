import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Area, fail, runQuery } from '#kernel/plugin-api/contract.ts';
import type { Effects, Fragment } from '#kernel/plugin-api/server.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { formatDate } from '#kernel/domain/text/dates.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { addMessageQuery, type ApplicationDetail } from '#plugins/applications/contract.ts';
import type { LetterBody, Signatory } from '../../contract.ts';
import type { letters } from '../../manifest.ts';
import { addresseeOf, type Context, officeOf, readApplication, readWriter } from '../core/application.ts';
import { codedError } from '../core/errors.ts';
import type { Renderer } from '../pdf/renderer.ts';
import type { LetterSheet } from '../pdf/sheet.ts';
import type { Register, RegisterNumber } from '../store/register.ts';
import { letterApplication, lettersFrom, lettersWithin } from '../store/rows.ts';
import { readSignatories } from '../store/signatories.ts';
import { findVersion } from '../store/templates.ts';

/** A letter to be issued. */
export interface NewLetter {
  readonly applicationId: number;
  readonly language: Language;
  readonly subject: string;
  readonly body: LetterBody;
  readonly signatoryId: number;
  readonly templateId: number | null;
  /** The version of the template that the text was made from; null for the current one. */
  readonly templateVersion: number | null;
  readonly replacesId: number | null;
  readonly batchId: number | null;
  /** The issuing admin, and their area of applications. */
  readonly authorId: number;
  readonly area: Area;
  /** The scheme and host at which citizens reach this server. */
  readonly origin: string;
}

/** The services that issuing needs besides the transaction. */
export interface Issuing {
  readonly context: Context;
  readonly renderer: Renderer;
  readonly register: Register;
}

type LetterEffects = Effects<typeof letters>;

/**
 * Issues a letter in the caller's transaction: its number, its PDF among the application's documents and in
 * its timeline, the audit entry and the event. Returns its id. Any failure rolls everything back, including
 * the number.
 */
export async function issueLetter(
  effects: LetterEffects,
  { context, renderer, register: numbers }: Issuing,
  letter: NewLetter,
): Promise<number> {
  const { database } = effects;
  const { language, authorId } = letter;
  await lockApplicationShared(database, letter.applicationId);
  const found = await readApplication(effects.hooks, letter.applicationId, letter.area);
  const sheet = await sheetOf(effects, context, letter, found);
  const replaced = await lockReplaced(effects, letter);
  const version = await versionOf(effects, letter);
  const code = randomBytes(16).toString('base64url');
  const numberOf = ({ number, year }: RegisterNumber) => `${context.config.numberPrefix}${number}/${year}`;
  const { register, bytes } = await numbers.take(database, (one) => {
    const issued = issuedOf(letter, context, { number: numberOf(one), register: one, code, replaced });
    return renderer.render({ ...sheet, issued });
  });
  const number = numberOf(register);
  const name = `${number.replaceAll(/[^\p{L}\d-]+/gu, '-')}.pdf`;
  const file = await context.keepFile({ name, mimetype: 'application/pdf', bytes }, authorId, database);
  const { rows } = await sql<{ id: number }>`
    insert into letters (year, number, register_number, issued_on, code, language, subject, body, application_id, addressee,
      signatory_id, signatory_name, signatory_position, template_id, template_version, replaces_id, file_id, batch_id,
      search_key, author_id)
    values (${register.year}, ${register.number}, ${number}, ${register.day}, ${code}, ${language}, ${letter.subject},
      ${JSON.stringify(letter.body)}::jsonb, ${found.id}, ${sheet.addressee.name}, ${letter.signatoryId},
      ${sheet.signatory.name}, ${sheet.signatory.position}, ${letter.templateId}, ${version}, ${letter.replacesId},
      ${file.id}, ${letter.batchId},
      ${normalizeForSearch(`${number} ${sheet.addressee.name} ${letter.subject}`)}, ${authorId})
    returning id`.execute(database);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no letter was written');
  const key = replaced ? 'letters:timeline.corrected' : 'letters:timeline.issued';
  const params = { number, subject: letter.subject, former: replaced?.number ?? '' };
  await addToTimeline(effects, letter, context.text(language, key, params), [file.id]);
  await effects.audit({
    action: 'letters.letter.issue',
    subjectType: 'letter',
    subjectId: id,
    details: { application_id: found.id, number, replaces: letter.replacesId },
  });
  effects.emit('letter_update', { id, application_id: found.id }, { neighborhoodId: found.neighborhood_id });
  return id;
}

/** The advisory lock on the letters of an application. */
const applicationLock = (applicationId: Fragment) =>
  sql`hashtext('letters.case'), hashint8(${applicationId})`;

/** Keeps bulk jobs and erasures away from an application until the transaction ends; letters written by hand do not wait for each other. */
async function lockApplicationShared(
  database: LetterEffects['database'],
  applicationId: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${applicationLock(sql`${applicationId}::bigint`)})`.execute(
    database,
  );
}

/**
 * Waits for all transactions that write letters to some applications, on all nodes, so that a bulk job or an
 * erasure sees the result.
 */
export async function lockApplications(
  database: LetterEffects['database'],
  applicationIds: readonly number[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${applicationLock(sql`id`)}) from (
      select distinct unnest(${[...applicationIds]}::bigint[]) as id order by id
    ) as locked`.execute(database);
}

interface Issued {
  readonly number: string;
  readonly register: RegisterNumber;
  readonly code: string;
  readonly replaced: { readonly number: string; readonly day: string } | null;
}

function issuedOf(
  { language, origin }: NewLetter,
  context: Context,
  { number, register, code, replaced }: Issued,
): LetterSheet['issued'] {
  const base = (context.config.publicAddress || origin).replace(/\/+$/, '');
  return {
    number,
    day: formatDate(register.day),
    checkAddress: `${base}/api/uz/letters/check/${code}`,
    replaces:
      replaced &&
      context.text(language, 'letters:sheet.replaces', {
        number: replaced.number,
        day: formatDate(replaced.day),
      }),
    moment: new Date().toISOString(),
  };
}

/** Returns the content of a letter's pages before it has a number. */
export async function sheetOf(
  { database }: Pick<LetterEffects, 'database'>,
  context: Context,
  letter: Pick<NewLetter, 'language' | 'subject' | 'body' | 'signatoryId' | 'authorId'>,
  found: ApplicationDetail,
): Promise<LetterSheet> {
  const { language } = letter;
  const signatory = await readSignatory(database, language, letter.signatoryId);
  const writer = await readWriter(database, letter.authorId);
  const textOf = (key: string, params?: Readonly<Record<string, string>>) =>
    context.text(language, `letters:sheet.${key}`, params);
  return {
    language,
    office: officeOf(context, language),
    contacts: context.config[`contacts_${language}`],
    issued: null,
    addressee: addresseeOf(found, context, language),
    subject: letter.subject,
    body: letter.body,
    signatory,
    executor: textOf('executor', { name: [writer.name, writer.phone].filter(Boolean).join(', ') }),
    labels: { number: '№', check: textOf('check'), preview: textOf('preview') },
  };
}

async function readSignatory(
  database: LetterEffects['database'],
  language: Language,
  id: number,
): Promise<Signatory> {
  const [signatory] = await readSignatories(database, language, id);
  if (!signatory) throw fail('invalid', { fields: { signatory_id: { key: 'letters:errors.signatory' } } });
  return signatory;
}

/** Locks the letter that a new one corrects, and marks it. */
async function lockReplaced(
  { database }: LetterEffects,
  { replacesId, applicationId, area }: NewLetter,
): Promise<{ number: string; day: string } | null> {
  if (replacesId === null) return null;
  const { rows } = await sql<{ number: string; day: string; status: string; application_id: number }>`
    select letter.register_number as number, letter.issued_on::text as day, letter.status, letter.application_id
    from ${lettersFrom} where letter.id = ${replacesId} and ${lettersWithin(letterApplication, area)} for update of letter`.execute(
    database,
  );
  const [former] = rows;
  if (!former) throw fail('not_found');
  if (former.application_id !== applicationId) throw codedError('letter_of_other_application');
  if (former.status !== 'issued') throw codedError('letter_not_valid');
  await sql`update letters set status = 'replaced', updated_at = now() where id = ${replacesId}`.execute(
    database,
  );
  return former;
}

async function versionOf(
  { database }: LetterEffects,
  { templateId, templateVersion }: NewLetter,
): Promise<number | null> {
  if (templateId === null) return null;
  const version = await findVersion(database, templateId, templateVersion);
  if (version === null) throw codedError('template_gone');
  return version;
}

/** Adds a message to the timeline of the letter's application; returns its neighbourhood. */
export async function addToTimeline(
  { hooks }: Pick<LetterEffects, 'hooks'>,
  letter: Pick<NewLetter, 'applicationId' | 'area' | 'authorId'>,
  message: string,
  fileIds: readonly number[],
): Promise<number> {
  const added = await runQuery(hooks, addMessageQuery, {
    applicationId: letter.applicationId,
    area: letter.area,
    message,
    senderId: letter.authorId,
    fileIds,
  });
  if (!added) throw fail('not_found');
  return added.neighborhoodId;
}

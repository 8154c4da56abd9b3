import { sql } from 'kysely';
import { z } from 'zod';
import { anyone, CodedError } from '#kernel/plugin-api/contract.ts';
import {
  escapeHtml,
  HtmlPage,
  jsonOrPage,
  networkOf,
  pageStyles,
  reserveAttempt,
  routesOf,
  type Database,
} from '#kernel/plugin-api/server.ts';
import { formatDate } from '#kernel/domain/text/dates.ts';
import { type Language, languages } from '#kernel/domain/text/languages.ts';
import { type Check, checkSchema, type LetterStatus } from '../../contract.ts';
import { letters } from '../../manifest.ts';
import { type Context, officeOf } from '../core/application.ts';
import { codedError } from '../core/errors.ts';

/** The style sheet of the QR code's page. */
const styles = pageStyles(`
main{--mark:var(--canceled);--sign:"?";text-align:center}
main::before{content:var(--sign)/"";display:grid;place-items:center;width:64px;height:64px;margin:0 auto 16px;border-radius:50%;background:var(--mark);color:var(--surface);font:700 34px/1 system-ui,sans-serif}
main[data-kind=issued]{--mark:var(--completed);--sign:"\\2713"}main[data-kind=replaced]{--mark:var(--accepted);--sign:"!"}
main[data-kind=voided],main[data-kind=unknown]{--mark:var(--rejected);--sign:"\\2715"}
h1{margin-bottom:8px}p{margin:0}dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:20px 0 0;padding-top:16px;border-top:1px solid var(--line);text-align:start}
dt{color:var(--text-2)}dd{margin:0;font-weight:600;overflow-wrap:anywhere}
nav a{display:inline-block;padding:10px 16px;color:var(--accent);font-weight:550}
`);

/**
 * The maximum number of letters checked from one network per quarter of an hour. A code has 128 random bits,
 * so guessing is hopeless.
 */
const maxChecks = 60;

/** `GET letters/check/:code`: the page behind the QR code. */
export const check = (context: Context) =>
  routesOf(letters)({
    method: 'GET',
    path: 'letters/check/:code',
    summary:
      'Checks whether a letter is genuine, by the code in its QR; a page for browsers. No personal data',
    access: anyone,
    params: z.object({ code: z.string() }),
    /** The language of the page; defaults to the browser's. */
    query: z.strictObject({ language: z.enum(languages).optional() }),
    response: jsonOrPage(checkSchema),
    async handle({ database, params: { code }, query, language: usual, address, accepts }) {
      const language = query.language ?? usual;
      const asPage = accepts('text/html');
      try {
        await reserveAttempt(database, `letters.check ${networkOf(address)}`, maxChecks);
      } catch (error) {
        if (!(error instanceof CodedError) || error.code !== 'too_many_attempts') throw error;
        if (!asPage) throw codedError('too_many_checks', { retryAfter: 900 });
        return pageOf(context, language, null);
      }
      const found = await findByCode(database, code, context, language);
      return asPage ? pageOf(context, language, found) : found;
    },
  });

/** Returns the public data of a letter, by its code. */
export async function findByCode(
  database: Database,
  code: string,
  context: Context,
  language: Language,
): Promise<Check> {
  // Invalid codes are queried too, so that the response has the same form and timing.
  const validCode = /^[\w-]{22}$/.test(code) ? code : '';
  const { rows } = await sql<{
    status: LetterStatus;
    number: string;
    issued_on: string;
    replaced_by: string | null;
  }>`
    select letter.status, letter.register_number as number, letter.issued_on::text, later.register_number as replaced_by
    from letters as letter left join letters as later on later.replaces_id = letter.id
    where letter.code = ${validCode}`.execute(database);
  const [row] = rows;
  const office = officeOf(context, language);
  return row
    ? { genuine: true, ...row, office }
    : { genuine: false, status: null, number: null, issued_on: null, replaced_by: null, office };
}

/** The page: the verdict, and the facts of a letter of ours. Null if there were too many requests. */
function pageOf(context: Context, language: Language, found: Check | null): HtmlPage {
  const textOf = (key: string, params?: Readonly<Record<string, string>>) =>
    escapeHtml(context.text(language, `letters:check.${key}`, params));
  const kind = found === null ? 'busy' : (found.status ?? 'unknown');
  const facts = [
    [textOf('number'), found?.number],
    [textOf('date'), found?.issued_on && formatDate(found.issued_on)],
    [textOf('office'), found?.office],
  ].flatMap(([label, value]) =>
    found?.genuine && value ? [`<dt>${label ?? ''}</dt><dd>${escapeHtml(value)}</dd>`] : [],
  );
  const note = textOf(`notes.${kind}`, { number: found?.replaced_by ?? '' });
  return new HtmlPage({
    status: found === null ? 429 : 200,
    language,
    title: context.text(language, 'letters:check.title'),
    styles,
    body: `<main data-kind="${kind}"><p class="office">${escapeHtml(officeOf(context, language))}</p><h1>${textOf(
      `verdicts.${kind}`,
    )}</h1><p>${note}</p>${facts.length > 0 ? `<dl>${facts.join('')}</dl>` : ''}</main>${linksTo(context, language)}`,
  });
}

/** Links to the page in the other languages: the reader's language may differ from that of their phone. */
function linksTo(context: Context, shown: Language): string {
  const links = languages
    .filter((language) => language !== shown)
    .map((language) => {
      const name = escapeHtml(context.text(language, `kernel:language.${language}`));
      return `<a href="?language=${language}" lang="${language}" hreflang="${language}">${name}</a>`;
    });
  return `<nav>${links.join(' ')}</nav>`;
}

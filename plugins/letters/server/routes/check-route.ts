import { sql } from 'kysely';
import { z } from 'zod';
import { anyone, CodedError } from '#kernel/plugin-api/contract.ts';
import {
  escapeHtml,
  HtmlPage,
  jsonOrPage,
  networkOf,
  reserveAttempt,
  routesOf,
  type Database,
} from '#kernel/plugin-api/server.ts';
import { formatDate } from '#kernel/domain/text/dates.ts';
import { type Language, languages } from '#kernel/domain/text/languages.ts';
import { type Check, checkSchema, type LetterStatus } from '../../contract.ts';
import { letters } from '../../manifest.ts';
import { type Context, officeOf } from '../core/application.ts';
import { refuse } from '../core/errors.ts';

/** The style sheet of the QR code's page. */
const pageStyles = `
:root{color-scheme:light dark;--page:#f6f7f7;--card:#fff;--text:#172024;--quiet:#526068;--line:#e1e5e7;--link:#0b7480;--mark:#59666d;--sign:"?"}
@media (prefers-color-scheme:dark){:root{--page:#0e1416;--card:#151d20;--text:#e8eeef;--quiet:#a9b7bb;--line:#263236;--link:#4cc0c9}}
body{margin:0;min-height:100vh;display:grid;align-content:center;justify-items:center;gap:16px;padding:16px;box-sizing:border-box;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(100%,460px);padding:28px 24px;background:var(--card);border:1px solid var(--line);border-radius:12px;text-align:center}
main::before{content:var(--sign)/"";display:grid;place-items:center;width:64px;height:64px;margin:0 auto 16px;border-radius:50%;background:var(--mark);color:#fff;font:700 34px/1 system-ui,sans-serif}
main[data-kind=issued]{--mark:#18794a;--sign:"\\2713"}main[data-kind=replaced]{--mark:#8a5a00;--sign:"!"}
main[data-kind=voided],main[data-kind=unknown]{--mark:#b4232c;--sign:"\\2715"}
.office{margin:0;color:var(--quiet);font-size:14px}h1{margin:4px 0 8px;font-size:24px;line-height:1.25;text-wrap:balance}
p{margin:0;text-wrap:pretty}dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:20px 0 0;padding-top:16px;border-top:1px solid var(--line);text-align:start}
dt{color:var(--quiet)}dd{margin:0;font-weight:600;overflow-wrap:anywhere}
nav a{display:inline-block;padding:10px 16px;color:var(--link);font-weight:550}
`.trim();

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
        if (!asPage) throw refuse('too_many_checks', { retryAfter: 900 });
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
  const asked = /^[\w-]{22}$/.test(code) ? code : '';
  const { rows } = await sql<{
    status: LetterStatus;
    number: string;
    issued_on: string;
    replaced_by: string | null;
  }>`
    select letter.status, letter.register_number as number, letter.issued_on::text, later.register_number as replaced_by
    from letters as letter left join letters as later on later.replaces_id = letter.id
    where letter.code = ${asked}`.execute(database);
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
    [textOf('date'), found?.issued_on && formatDate(`${found.issued_on}T00:00:00.000Z`, 'UTC')],
    [textOf('office'), found?.office],
  ].flatMap(([label, value]) =>
    found?.genuine && value ? [`<dt>${label ?? ''}</dt><dd>${escapeHtml(value)}</dd>`] : [],
  );
  const note = textOf(`notes.${kind}`, { number: found?.replaced_by ?? '' });
  return new HtmlPage({
    status: found === null ? 429 : 200,
    language,
    title: context.text(language, 'letters:check.title'),
    styles: pageStyles,
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

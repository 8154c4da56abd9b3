import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import type {
  Letter,
  LetterBlock,
  LetterDraft,
  Reply,
  Signatory,
  TemplateChoice,
} from '#plugins/letters/contract.ts';
import texts from '#plugins/letters/demo/templates.json' with { type: 'json' };
import { problemsOf } from './pdf-archive.ts';
import { textOf } from './read-pdf.ts';

let server: TestServer;
let api: ApiClient;
let choices: readonly TemplateChoice[];
let signatory: number;
beforeAll(async () => {
  server = await testServer({ plugins: ['letters', 'admins', 'notifications'], demo: true });
  api = await server.signIn('superadmin');
  choices = (await api.get<TemplateChoice[]>('letters/templates')).body;
  signatory = (await api.get<Signatory[]>('letters/signatories')).body[0]?.id ?? 0;
});
afterAll(() => server?.close());

/** An application of the demonstration for each case that a template may meet. */
const cases = {
  'a new one, with nothing in it yet': sql`status = 'created' and not exists (select from application_files where application_id = applications.id)`,
  'one with files': sql`exists (select from application_files where application_id = applications.id and action_id is null)`,
  'one that was accepted': sql`status = 'accepted'`,
  'one that was refused for a reason': sql`status = 'rejected' and status_note is not null`,
  'one that was carried out': sql`status = 'completed' and status_note is not null`,
} as const;

async function caseOf(kind: keyof typeof cases): Promise<ApplicationDetail> {
  const { rows } = await sql<{ id: number }>`
    select id from applications where ${cases[kind]} order by id desc limit 1`.execute(server.database);
  const { status, body } = await api.get<ApplicationDetail>(`applications/${rows[0]?.id}`);
  expect(status).toBe(200);
  return body;
}

const letterTexts = texts.filter(({ kind }) => kind === 'letter');
const all = letterTexts.flatMap(({ uz, ru }) =>
  languages.map((language) => [language, { uz, ru }[language].name] as const),
);
/** The texts that each template must contain for its case. */
const expected: Readonly<
  Record<string, readonly [keyof typeof cases, (found: ApplicationDetail) => string]>
> = {
  'О принятии заявления': ['one with files', (found) => found.files[0]?.name ?? ''],
  'Об отказе': ['one that was refused for a reason', (found) => found.status.note ?? ''],
  'О продлении срока': ['one that was accepted', ({ id }) => String(id).padStart(6, '0')],
  'Запрос документов': ['one with files', (found) => found.files[0]?.name ?? ''],
  'Об исполнении': ['one that was carried out', (found) => found.status.note ?? ''],
};

describe.each(all)('in %s, the letter “%s” of the demonstration', (language, name) => {
  const ownTexts = letterTexts.find((one) => one[language].name === name);
  const [kind, factOf] = expected[ownTexts?.ru.name ?? ''] ?? expect.fail(`nothing is known of ${name}`);

  async function draftFor({ id }: ApplicationDetail): Promise<LetterDraft> {
    const template = choices.find((choice) => choice[language].name === name);
    const { status, body } = await api.post<LetterDraft>('letters/drafts', {
      application_id: id,
      template_id: template?.id,
      language,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  test('is a complete text for any application: every field filled, no announced list empty', async () => {
    for (const other of Object.keys(cases) as (keyof typeof cases)[]) {
      const draft = await draftFor(await caseOf(other));
      expectWhole(draft.body.content, `${other}: ${JSON.stringify(draft.body)}`);
    }
  });

  test('is issued for an application of its kind, and its PDF contains the data of the application', async () => {
    const found = await caseOf(kind);
    const { subject, body, template_version } = await draftFor(found);
    const template = choices.find((choice) => choice[language].name === name);
    const issued = await api.post<Letter>('letters', {
      application_id: found.id,
      language,
      subject,
      body,
      signatory_id: signatory,
      template_id: template?.id,
      template_version,
      replaces_id: null,
    });
    expect(issued.status, JSON.stringify(issued.body)).toBe(201);
    const response = await fetch(new URL(issued.body.file.url, server.url));
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(await problemsOf(bytes)).toEqual([]);
    const pages = flat(await textOf(bytes));
    for (const part of [
      issued.body.number,
      issued.body.signatory.name,
      issued.body.signatory.position,
      `${found.author.last_name} ${found.author.first_name}`,
      subject,
      factOf(found),
    ]) {
      expect(part).not.toBe('');
      expect(pages).toContain(flat(part));
    }
    expect(pages).not.toMatch(/\{|\}|undefined|null|\[object/);
  });
});

test.each(languages)('the quick replies of the demonstration are filled, in %s', async (language) => {
  const found = await caseOf('one that was accepted');
  const own = await server.signIn('superadmin', language);
  const { body } = await own.get<Reply[]>(`letters/replies?application_id=${found.id}`);
  const names = texts.filter((one) => one.kind === 'reply').map((one) => one[language].name);
  expect(body.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { text } of body) {
    expect(text).toContain(`${found.author.last_name} ${found.author.first_name}`);
    expectNothingMissing(text, text);
  }
});

/** Fields that are filled in when the letter is issued. */
const filledLater = ['letter_number', 'letter_date', 'signatory_name', 'signatory_position'];

function expectWhole(blocks: readonly LetterBlock[], hint: string): void {
  expect(blocks.length, hint).toBeGreaterThan(2);
  for (const [index, block] of blocks.entries()) {
    if (block.type === 'bullet_list') {
      for (const item of block.content) expect(linesOf(item.content).join(''), hint).not.toBe('');
      continue;
    }
    if (block.type !== 'paragraph') expect.fail(`a ${block.type} in ${hint}`);
    const line = linesOf([block]).join('');
    expectNothingMissing(line, hint);
    // A line that ends with a colon introduces a list.
    if (line.endsWith(':')) expect(blocks[index + 1]?.type, hint).toBe('bullet_list');
  }
}

/** A field without a value leaves two spaces, or a space or nothing before a punctuation mark. */
function expectNothingMissing(line: string, hint: string): void {
  expect(line.trim(), hint).not.toBe('');
  expect(line, hint).not.toMatch(/ {2}|^\s|\s$| [,.!?;:]|[,:] *[,.;:]|№ *[.,]|\{|\}|undefined|null/);
}

function linesOf(paragraphs: readonly Extract<LetterBlock, { type: 'paragraph' }>[]): string[] {
  return paragraphs.map(({ content }) =>
    (content ?? [])
      .map((inline) => {
        if (inline.type === 'text') return inline.text;
        if (inline.type === 'hard_break') return '\n';
        expect(filledLater).toContain(inline.attrs.name);
        return inline.attrs.name;
      })
      .join(''),
  );
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

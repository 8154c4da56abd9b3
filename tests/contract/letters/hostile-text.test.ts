import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import { fields, type LetterBlock, type LetterBody, type LetterDraft } from '#plugins/letters/contract.ts';
import { createPdfRenderer } from '#plugins/letters/server/pdf/render.ts';
import { byLength } from '../../support/test-length.ts';
import { anyBody, anyText, hostile } from './hostile.ts';
import { documentOf, field, type Office, openOffice, paragraphOf } from './office.ts';
import { problemsOf } from './pdf-archive.ts';
import { textOf } from './read-pdf.ts';
import { bodyOf, paragraph, sheetOf } from './sheets.ts';

describe('any content of a letter is text on its pages, and nothing else:', () => {
  const render = createPdfRenderer();

  test(
    'any document of hostile texts becomes an archive with text alone',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyBody, anyText, anyText, async (body, subject, name) => {
          const usual = sheetOf('uz');
          const bytes = await render(
            sheetOf('uz', {
              body,
              subject: subject.slice(0, 300).toWellFormed(),
              addressee: { name: name.slice(0, 200).toWellFormed(), place: usual.addressee.place },
            }),
          );
          expect(await problemsOf(bytes)).toEqual([]);
        }),
        { numRuns: byLength(12, 300), seed: 20_261_125 },
      );
    },
    byLength(240_000, 3_600_000),
  );

  test.each(hostile.slice(0, 9))('%s', async (text) => {
    const bytes = await render(sheetOf('uz', { subject: text.slice(0, 300), body: bodyOf(paragraph(text)) }));
    expect(await problemsOf(bytes)).toEqual([]);
    const seen = (await textOf(bytes)).replaceAll(/\s/g, '');
    expect(seen.split(text.replaceAll(/\s/g, ''))).toHaveLength(3);
  });
});

describe('rejects invalid content of a document', () => {
  let office: Office;
  let id: number;
  beforeAll(async () => {
    office = await openOffice();
    id = await office.addApplication();
  });
  afterAll(() => office?.close());

  const strange: readonly (readonly [string, object])[] = [
    ['a picture', { type: 'image', image: '/etc/passwd' }],
    [
      'a path in a paragraph',
      { type: 'paragraph', content: [{ type: 'text', text: 'x', image: '/etc/passwd' }] },
    ],
    [
      'a link',
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'x', marks: [{ type: 'link', href: 'http://a.b' }] }],
      },
    ],
    [
      'an attribute of a mark',
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'x', marks: [{ type: 'strong', attrs: { style: 'x' } }] }],
      },
    ],
    ['another attribute', { type: 'paragraph', attrs: { align: 'left', style: 'x' }, content: [] }],
    ['another alignment', { type: 'paragraph', attrs: { align: 'url(x)' }, content: [] }],
    [
      'a field of no case',
      { type: 'paragraph', content: [{ type: 'field', attrs: { name: 'personal_number' } }] },
    ],
    [
      'a field by its path',
      { type: 'paragraph', content: [{ type: 'field', attrs: { name: '../config.vault' } }] },
    ],
    [
      'a field of an object',
      { type: 'paragraph', content: [{ type: 'field', attrs: { name: '__proto__' } }] },
    ],
    ['a list of no case', { type: 'case_list', attrs: { source: 'audit_log', style: 'table' } }],
    [
      'a condition of no case',
      {
        type: 'condition',
        attrs: { when: 'constructor', value: null, negate: false },
        content: [paragraphOf('x')],
      },
    ],
    [
      'a table in a table',
      {
        type: 'table',
        content: [
          { type: 'table_row', content: [{ type: 'table_cell', content: [{ type: 'table', content: [] }] }] },
        ],
      },
    ],
    ['a QR code', { type: 'qr', qr: 'x' }],
    ['a lone surrogate', paragraphOf('\uD800')],
    ['a zero byte', paragraphOf('a\0b')],
    ['too long a text', paragraphOf('x'.repeat(10_001))],
  ];

  test.each(strange)('%s', async (_what, block) => {
    const body = documentOf(block) as LetterBody;
    const application_id = id;
    const template = {
      uz: { name: 'Yomon', subject: 'x' },
      ru: { name: 'Плохой', subject: 'x' },
      kind: 'letter',
      enabled: true,
    };
    const responses = await Promise.all([
      office.operator.post('letters', office.letterFor(id, { body })),
      office.chief.post('letter-templates', { ...template, body_uz: body, body_ru: body }),
      office.chief.post('letter-templates/preview', { application_id, language: 'uz', subject: 'x', body }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([422, 422, 422]);
  });

  test('an application of hostile texts fills every field of a template with its own texts, and with none of another application', async () => {
    const secret = 'Begonaning siri';
    await office.addApplication({ planned_assistance: secret, last_name: 'Begonayev' });
    const names = ['{{secret}}<b>', "O'); drop--", '${process.env}'];
    const own = await office.addApplication({ planned_assistance: hostile.slice(0, 8).join('\n') });
    // No form accepts such names; an older database may contain them.
    await sql`
      update applications set first_name = ${names[0]}, last_name = ${names[1]}, father_name = ${names[2]}
      where id = ${own}`.execute(office.server.database);
    const body = documentOf(
      ...fields.map((name) => ({ type: 'paragraph', content: [field(name)] })),
      ...(['files', 'steps'] as const).map((source) => ({
        type: 'case_list',
        attrs: { source, style: 'table' },
      })),
    );
    const template = await office.addTemplate({ body_uz: body, body_ru: body });
    const { status, body: draft } = await office.operator.post<LetterDraft>('letters/drafts', {
      application_id: own,
      template_id: template.id,
      language: 'uz',
    });
    expect(status, JSON.stringify(draft)).toBe(200);
    const text = JSON.stringify(draft.body);
    for (const name of names) expect(text).toContain(name);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('Begonayev');
    const letter = await office.issue(own, { subject: hostile[1]?.slice(0, 200) ?? '', body: draft.body });
    const { pathname, search } = new URL(letter.file.url, office.server.url);
    const bytes = new Uint8Array(
      await (await fetch(`${office.server.url}${pathname}${search}`)).arrayBuffer(),
    );
    expect(await problemsOf(bytes)).toEqual([]);
    const { body: found } = await office.operator.get<ApplicationDetail>(`applications/${own}`);
    expect(found.actions.at(-1)?.files?.[0]?.name).toMatch(/^[\d-]+\.pdf$/);
  });

  test('an application with more lines and steps than a page of a template expects is filled completely', async () => {
    const lines = Array.from({ length: 450 }, (_, index) => `q${index}`);
    const own = await office.addApplication({ planned_assistance: lines.join('\n') });
    const body = documentOf({ type: 'paragraph', content: [field('request')] });
    const template = await office.addTemplate({ body_uz: body, body_ru: body });
    const { status, body: draft } = await office.operator.post<LetterDraft>('letters/drafts', {
      application_id: own,
      template_id: template.id,
      language: 'uz',
    });
    expect(status, JSON.stringify(draft).slice(0, 300)).toBe(200);
    const issued = await office.issue(own, { body: draft.body });
    expect(issued.status).toBe('issued');
    const content = draft.body.content as LetterBlock[];
    for (const line of lines) expect(JSON.stringify(content)).toContain(`"${line}"`);
  });
});

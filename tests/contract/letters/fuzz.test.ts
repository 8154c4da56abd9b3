import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  documentLimits,
  fields,
  hasText,
  letterBodySchema,
  type LetterDraft,
  templateBodySchema,
} from '#plugins/letters/contract.ts';
import { fillBlocks, type TemplateData, fillTemplate } from '#plugins/letters/server/core/fill.ts';
import { byLength } from '../../support/test-length.ts';
import { anyTemplate, anyText, hostile } from './hostile.ts';
import { documentOf, field, type Office, openOffice } from './office.ts';

const seed = 20_261_126;

/** Names of properties that every object has, and others that lead out of an object. */
const strangeNames = [
  '__proto__',
  'constructor',
  'constructor.prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'applicant_name.constructor',
  'applicant.personal_number',
  'applicant_name\0',
  ' applicant_name',
  'APPLICANT_NAME',
  'applicant_name.',
  '../applicant_name',
  '$.author.personal_number',
  'config.vault',
  'process.env',
  '',
];
/** The path of a field that a template may not contain. */
const anyPath = fc
  .oneof(
    fc.constantFrom(...strangeNames),
    fc.string({ maxLength: 80 }),
    fc
      .array(fc.constantFrom(...fields, ...strangeNames, '0', '[0]', '*'), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join('.')),
  )
  .filter((name) => !(fields as readonly string[]).includes(name));

const nodeTypes = [
  'doc',
  'paragraph',
  'heading',
  'bullet_list',
  'ordered_list',
  'list_item',
  'table',
  'table_row',
  'table_cell',
  'case_list',
  'condition',
  'text',
  'hard_break',
  'field',
  'image',
  'script',
  '__proto__',
];
const anyAttributes = fc.dictionary(
  fc.oneof(
    fc.constantFrom('name', 'align', 'when', 'value', 'negate', 'source', 'style', 'header', 'onerror'),
    fc.string({ maxLength: 8 }),
  ),
  fc.oneof(
    fc.constantFrom('applicant_name', 'left', 'files', 'bullets', 'status', 'has_note', true, null),
    fc.jsonValue({ maxDepth: 1 }),
  ),
  { maxKeys: 4 },
);
/** A tree of nodes of any type within any other. */
const { node: anyNode } = fc.letrec((tie) => ({
  node: fc.record(
    {
      type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...nodeTypes) }, fc.string({ maxLength: 10 })),
      attrs: anyAttributes,
      text: anyText.map((text) => text.slice(0, 50)),
      marks: fc.array(fc.record({ type: fc.constantFrom('strong', 'em', 'link', '__proto__') }), {
        maxLength: 2,
      }),
      content: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('node'), { maxLength: 3 })),
    },
    { requiredKeys: ['type'] },
  ),
}));
/** What a caller may send in place of a document. */
const anyDocument = fc.oneof(
  { weight: 3, arbitrary: fc.array(anyNode, { maxLength: 4 }).map((content) => ({ type: 'doc', content })) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }) },
  { weight: 1, arbitrary: anyTemplate },
);

const filled: TemplateData = {
  values: Object.fromEntries(fields.map((name, place) => [name, hostile[place] ?? name])),
  lists: {
    files: { columns: ['a', 'b'], rows: Array.from({ length: 250 }, () => ['<b>x</b>', '\u202Ey']) },
    steps: { columns: ['a', 'b', 'c'], rows: [] },
  },
  holds: () => true,
};

/** A template as JSON text, so that `__proto__` and numbers are in it as they would be sent. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

describe('any document is either rejected or becomes a letter:', () => {
  test('with any nodes, order and names', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const read = templateBodySchema.safeParse(sent(document));
        if (!read.success) return;
        const letter = fillBlocks(read.data, filled);
        let isTooLong = false;
        try {
          fillTemplate(read.data, filled);
        } catch (error) {
          expect(error).toMatchObject({ code: 'too_long' });
          isTooLong = true;
        }
        expect(letterBodySchema.safeParse(letter).success).toBe(!isTooLong);
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      }),
      { numRuns: byLength(1500, 40_000), seed },
    );
  });

  test('rejects an unknown field in any notation', () => {
    fc.assert(
      fc.property(anyPath, fc.constantFrom('field', 'condition', 'case_list'), (name, type) => {
        const block =
          type === 'field'
            ? { type: 'paragraph', content: [field(name)] }
            : type === 'condition'
              ? { type, attrs: { when: name, value: null, negate: false }, content: [{ type: 'paragraph' }] }
              : { type, attrs: { source: name, style: 'table' } };
        expect(templateBodySchema.safeParse(sent(documentOf(block))).success).toBe(false);
      }),
      { numRuns: byLength(2000, 40_000), seed },
    );
  });
});

describe('over the wire', () => {
  let office: Office;
  let id: number;
  beforeAll(async () => {
    office = await openOffice();
    id = await office.addApplication({ planned_assistance: hostile.slice(0, 8).join('\n') });
  });
  afterAll(() => office?.close());

  /** The statuses of the calls that take a document, for a given one. */
  async function statusesOf(document: string): Promise<number[]> {
    const calls = [
      [office.chief, 'letter-templates/preview', { application_id: id, language: 'uz', subject: 'x', body: 0 }],
      [office.chief, 'letter-templates', { uz: { name: `F${crypto.randomUUID()}`, subject: 'x' }, ru: { name: `F${crypto.randomUUID()}`, subject: 'x' }, kind: 'letter', enabled: false, body_uz: 0, body_ru: 0 }],
      [office.operator, 'letters/preview', { application_id: id, language: 'uz', subject: 'x', signatory_id: office.operatorId, body: 0 }],
    ] as const; // prettier-ignore
    const statuses: number[] = [];
    for (const [api, path, body] of calls) {
      const text = JSON.stringify(body).replaceAll(/("body\w*":)0/g, (_, key: string) => key + document);
      const response = await fetch(`${office.server.url}/api/uz/${path}`, {
        method: 'POST',
        headers: {
          authorization: api.token ?? '',
          'content-type': 'application/json',
          'accept-language': 'uz',
        },
        body: text,
      });
      const responseText = await response.text();
      if (response.status >= 400)
        expect(JSON.parse(responseText)).toMatchObject({ code: expect.any(String) });
      statuses.push(response.status);
    }
    return statuses;
  }

  const paragraphs = (count: number) =>
    JSON.stringify(documentOf(...Array.from({ length: count }, () => ({ type: 'paragraph' }))));
  const nested = (depth: number) =>
    `{"type":"doc","content":[${'{"type":"condition","attrs":{"when":"has_note","value":null,"negate":false},"content":['.repeat(depth)}${'{"type":"paragraph"}'}${']}'.repeat(depth)}]}`;

  test.each([
    ['a hundred thousand conditions in one another', nested(100_000)],
    ['thirty conditions in one another', nested(30)],
    ['a hundred thousand open brackets', '['.repeat(100_000)],
    ['more blocks than a document may have', paragraphs(documentLimits.blocks + 1)],
    ['a hundred thousand blocks', paragraphs(100_000)],
    [
      'a prototype of its own',
      '{"__proto__":{"polluted":true},"type":"doc","content":[{"type":"paragraph"}]}',
    ],
    [
      'a prototype for a content',
      '{"type":"doc","content":[{"type":"paragraph","attrs":{"__proto__":{"align":"left"}}}]}',
    ],
    ['an array with a name', '{"type":"doc","content":{"0":{"type":"paragraph"},"length":1}}'],
    ['a number that is none', '{"type":"doc","content":1e999}'],
    ['no document', 'null'],
  ])('%s is rejected with a clear error', async (_what, document) => {
    const statuses = await statusesOf(document);
    for (const status of statuses) expect([400, 413, 422]).toContain(status);
    expect((await office.operator.get('letters')).status).toBe(200);
  });

  test(
    'any document is rejected or drawn, and never breaks the server',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyDocument, async (document) => {
          for (const status of await statusesOf(JSON.stringify(document ?? null))) {
            expect([200, 201, 400, 409, 413, 422]).toContain(status);
          }
        }),
        { numRuns: byLength(25, 600), seed },
      );
    },
    byLength(240_000, 3_600_000),
  );

  test(
    'an accepted template of any kind fills a draft with the text of the application',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyTemplate.filter(hasText), async (body) => {
          const template = await office.addTemplate({ body_uz: body, body_ru: body });
          const { status, body: draft } = await office.operator.post<LetterDraft>('letters/drafts', {
            application_id: id,
            template_id: template.id,
            language: 'uz',
          });
          expect([200, 409]).toContain(status);
          if (status === 200) expect(letterBodySchema.safeParse(draft.body).success).toBe(true);
        }),
        { numRuns: byLength(15, 400), seed },
      );
    },
    byLength(240_000, 3_600_000),
  );
});

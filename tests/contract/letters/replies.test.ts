import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { letterFields, type Reply, type Template } from '#plugins/letters/contract.ts';
import { documentOf, field, type Office, openOffice, paragraphOf } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const replyOf = (more: object) => ({
  uz: { name: 'Tayyor javob', subject: '' },
  ru: { name: 'Готовый ответ', subject: '' },
  kind: 'reply',
  enabled: true,
  body_uz: documentOf(paragraphOf('Salom')),
  body_ru: documentOf(paragraphOf('Здравствуйте')),
  ...more,
});
const withField = (name: string) => ({ type: 'paragraph', content: [field(name)] });
const inside: Readonly<Record<string, (block: object) => object>> = {
  'a paragraph': (block) => block,
  'a list': (block) => ({ type: 'bullet_list', content: [{ type: 'list_item', content: [block] }] }),
  'a table': (block) => ({
    type: 'table',
    content: [{ type: 'table_row', content: [{ type: 'table_cell', content: [block] }] }],
  }),
  'a part on a condition': (block) => ({
    type: 'condition',
    attrs: { when: 'has_note', value: null, negate: false },
    content: [block],
  }),
};

test('a quick reply cannot contain fields of letters, at any position, in either language', async () => {
  for (const [place, around] of Object.entries(inside)) {
    for (const name of letterFields) {
      for (const key of ['body_uz', 'body_ru'] as const) {
        const body = replyOf({ [key]: documentOf(paragraphOf('x'), around(withField(name))) });
        const { status, body: rejected } = await office.chief.post<ErrorBody>('letter-templates', body);
        expect([status, rejected.code], `${name} in ${place}`).toEqual([422, 'invalid']);
        expect(rejected.fields).toEqual({
          [key]: 'Tayyor javobda xat raqami, sanasi va imzolovchi boʻlmaydi. Bu maydonlarni olib tashlang.',
        });
      }
    }
  }
  const { body: replies } = await office.operator.get<Reply[]>(
    `letters/replies?application_id=${await office.addApplication()}`,
  );
  expect(replies.map(({ name }) => name)).not.toContain('Tayyor javob');
});

test('a template of letters with these fields cannot become a quick reply, and one without them can', async () => {
  const template = await office.addTemplate();
  const { status } = await office.chief.put(
    `letter-templates/${template.id}`,
    replyOf({ body_uz: template.body_uz, body_ru: template.body_ru }),
  );
  expect(status).toBe(422);
  const { body: unchanged } = await office.chief.get<Template>(`letter-templates/${template.id}`);
  expect([unchanged.kind, unchanged.version]).toEqual(['letter', 1]);
  const changed = await office.chief.put(
    `letter-templates/${template.id}`,
    replyOf({ body_uz: documentOf(withField('applicant_name')) }),
  );
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
});

import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CodedError } from '#kernel/plugin-api/contract.ts';
import { pdf } from '#kernel/plugin-api/testing.ts';
import type { Application, ApplicationDetail } from '#plugins/applications/contract.ts';
import {
  conditions,
  type Field,
  fields,
  letterBodySchema,
  type LetterDraft,
  letterFields,
  listSources,
  type TemplateBody,
} from '#plugins/letters/contract.ts';
import { type TemplateData, fillTemplate } from '#plugins/letters/server/core/fill.ts';
import { byLength } from '../../support/test-length.ts';
import { anyTemplate, anyText } from './hostile.ts';
import { documentOf, field, type Office, openOffice, paragraphOf } from './office.ts';

const allConditions = Object.entries(conditions).flatMap(([when, values]) =>
  (values.length === 0 ? [null] : values).map((value) => ({ when, value })),
);
const nameOf = ({ when, value }: { when: string; value: string | null }) =>
  value === null ? when : `${when}=${value}`;

describe('a template is filled from a real application:', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
  });
  afterAll(() => office?.close());

  const filledBy = async (id: number, body: object, language: 'uz' | 'ru' = 'uz') => {
    const template = await office.addTemplate({ body_uz: body, body_ru: body });
    const { status, body: draft } = await office.operator.post<LetterDraft>('letters/drafts', {
      application_id: id,
      template_id: template.id,
      language,
    });
    expect(status, JSON.stringify(draft)).toBe(200);
    return draft.body;
  };

  /** An application with a document, an address, and an answer with its note. */
  async function answered(): Promise<number> {
    const { status, body } = await office.operator.upload<Application>(
      'applications',
      {
        neighborhood_id: 1,
        employment_status: 'official',
        planned_assistance: 'Tomni taʼmirlash',
        first_name: 'Gʻuncha',
        last_name: 'Oʻrinboyeva',
        father_name: 'Taʼmirovna',
      },
      [{ name: 'pasport.pdf', type: 'application/pdf', content: pdf() }],
    );
    expect(status, JSON.stringify(body)).toBe(201);
    // As if the household was known.
    await sql`update applications set address = 'Navoiy koʻchasi, 12/3-uy' where id = ${body.id}`.execute(
      office.server.database,
    );
    const step = (more: object) => office.operator.post(`applications/${body.id}/actions/statuses`, more);
    expect((await step({ status: 'accepted' })).status).toBe(201);
    const done = await step({ status: 'completed', note: '15 mln soʻm ajratildi' });
    expect(done.status, JSON.stringify(done.body)).toBe(201);
    return body.id;
  }

  test('each condition shows its part if it holds, and if it does not hold when inverted', async () => {
    const body = documentOf(
      paragraphOf('…'),
      ...allConditions.flatMap((one) =>
        [false, true].map((negate) => ({
          type: 'condition',
          attrs: { ...one, negate },
          content: [paragraphOf(`${negate ? 'not ' : ''}${nameOf(one)}`)],
        })),
      ),
    );
    const [late, ended] = [await office.addApplication(), await answered()];
    // Answered after the deadline, it no longer counts as overdue.
    await sql`update applications set cancel_time = now() - interval '1 day' where id in (${late}, ${ended})`.execute(
      office.server.database,
    );
    for (const [id, holding] of [
      [
        ended,
        ['status=completed', 'employment=official', 'has_files', 'has_note', 'has_steps', 'has_address'],
      ],
      [await office.addApplication(), ['status=created', 'employment=unemployed']],
      [late, ['status=created', 'employment=unemployed', 'is_late']],
    ] as const) {
      const seen = JSON.stringify(await filledBy(id, body)).match(/(?<="text":")[^"…]+/g);
      const all = allConditions.map(nameOf);
      const expected = all.map((name) =>
        (holding as readonly string[]).includes(name) ? name : `not ${name}`,
      );
      expect(seen).toEqual(expected);
    }
  });

  test('each field and list contains the data of the application, in the language of the letter', async () => {
    const id = await answered();
    const { body: found } = await office.operator.get<ApplicationDetail>(`applications/${id}`);
    const body = documentOf(
      ...fields.map((name) => ({ type: 'paragraph', content: [field(name)] })),
      ...listSources.flatMap((source) =>
        ['bullets', 'table'].map((style) => ({ type: 'case_list', attrs: { source, style } })),
      ),
    );
    const dayOf = (moment: string) =>
      new Intl.DateTimeFormat('ru', {
        timeZone: 'Asia/Tashkent',
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
      }).format(new Date(moment));
    const today = dayOf(found.status.createdAt);
    const expected: Record<string, (string | undefined)[]> = {
      uz: ['Mahalla 1 MFY', 'Rasmiy ishlaydi', 'Hujjat nomi', 'Bajarilgan'],
      ru: ['МСГ Махалля 1', 'фициально', 'Документ', 'Выполнено'],
    };
    for (const language of ['uz', 'ru'] as const) {
      const { content } = await filledBy(id, body, language);
      const lines = content.map((block) => JSON.stringify(block).match(/(?<="text":")[^"]+/g) ?? []);
      const [place, employment, name, done] = expected[language] ?? [];
      expect(lines.slice(0, 13)).toEqual([
        ['Oʻrinboyeva Gʻuncha Taʼmirovna'],
        ['Navoiy koʻchasi, 12/3-uy'],
        [place],
        [String(id).padStart(6, '0')],
        [dayOf(found.createdAt)],
        ['Tomni taʼmirlash'],
        ['15 mln soʻm ajratildi'],
        [today],
        [dayOf(found.cancel_time ?? '')],
        [expect.stringContaining(employment ?? '')],
        ['Operator Olim'],
        [],
        ['Ko‘mak'],
      ]);
      expect(content.slice(13, 17)).toEqual(
        letterFields.map((late) => ({ type: 'paragraph', content: [field(late)] })),
      );
      const [fileItems, fileTable, stepItems, stepTable] = lines.slice(17);
      expect(fileItems).toEqual([`pasport.pdf, ${today}`]);
      expect(fileTable).toEqual([
        expect.stringContaining(name ?? ''),
        expect.any(String),
        'pasport.pdf',
        today,
      ]);
      expect(stepItems?.at(-1)).toContain('15 mln soʻm ajratildi');
      expect(stepTable?.slice(-3)).toEqual([today, done, '15 mln soʻm ajratildi']);
    }
  });
});

describe('for any template and application,', () => {
  const names = fields.filter((name) => !letterFields.some((late) => late === name));
  const anyApplication = fc
    .tuple(
      fc.array(anyText, { minLength: names.length, maxLength: names.length }),
      fc.array(fc.array(anyText, { minLength: 2, maxLength: 3 }), { maxLength: 3 }),
      fc.uniqueArray(fc.constantFrom('has_files', 'has_note', 'has_steps', 'has_address', 'is_late')),
    )
    .map(([texts, rows, holding]): TemplateData => {
      const list = { columns: ['Nomi', 'Sana'], rows };
      return {
        values: Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ''])) as Record<
          Field,
          string
        >,
        lists: { files: list, steps: list },
        holds: ({ when }) => holding.some((one) => one === when),
      };
    });

  /** The words of a text in order: without invisible characters and spaces. */
  const plain = (text: string) => text.replaceAll(/[\p{C}\s]/gu, '');
  const textsIn = (node: unknown): string =>
    typeof node !== 'object' || node === null
      ? ''
      : 'text' in node
        ? plain(String(node.text))
        : Object.values(node).map(textsIn).join('');

  interface AnyNode {
    readonly type: string;
    readonly attrs?: {
      readonly name?: Field;
      readonly when?: 'is_late';
      readonly negate?: boolean;
      readonly source?: 'files' | 'steps';
      readonly style?: string;
    };
    readonly content?: readonly AnyNode[];
    readonly text?: string;
  }

  /** The expected text of a filled-in template, computed without the code under test. */
  function expectedText({ content }: TemplateBody, { values, lists, holds }: TemplateData): string {
    const textOf = (node: AnyNode): string => {
      const { type, attrs = {}, content: inner = [], text = '' } = node;
      const all = () => inner.map(textOf).join('');
      if (type === 'text') return plain(text);
      if (type === 'field') return plain(values[attrs.name ?? 'office'] ?? '');
      if (type === 'condition') {
        const when = { when: attrs.when ?? 'is_late', value: null };
        return holds(when) === attrs.negate ? '' : all();
      }
      if (type !== 'case_list') return all();
      const { source = 'files', style } = attrs;
      const { columns, rows } = lists[source];
      if (rows.length === 0) return '';
      const shown = style === 'table' ? [columns, ...rows] : rows;
      return shown.map((row) => row.map(plain).join('')).join('');
    };
    return (content as readonly AnyNode[]).map(textOf).join('');
  }

  test(
    'the letter is valid, and contains their words and no others',
    () => {
      let filled = 0;
      fc.assert(
        fc.property(anyTemplate, anyApplication, (template, found) => {
          try {
            const body = fillTemplate(template, found);
            filled++;
            expect(letterBodySchema.parse(body)).toEqual(body);
            expect(textsIn(body).replaceAll(',', '')).toBe(expectedText(template, found).replaceAll(',', ''));
          } catch (error) {
            // Content longer than a letter may be is rejected.
            if (!(error instanceof CodedError)) throw error;
            expect(error.code).toBe('too_long');
          }
        }),
        { numRuns: byLength(150, 5000), seed: 20_261_126 },
      );
      expect(filled).toBeGreaterThan(50);
    },
    byLength(120_000, 3_600_000),
  );
});

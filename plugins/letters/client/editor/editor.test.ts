import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import {
  conditionNames,
  hasText,
  letterBodySchema,
  listSources,
  type TemplateBody,
  templateBodySchema,
} from '../../contract.ts';
import { type Body, bodyOf, emptyBody, nodeOf } from './body.ts';
import {
  align,
  around,
  changeCondition,
  insertListBlock,
  insertField,
  removeCondition,
  toggle,
  toggleHeading,
  toggleList,
  wrapInCondition,
} from './commands.ts';
import { createSchema } from './schema.ts';
import { conditionChoices } from './use-labels.ts';

const labels = { field: String, condition: () => 'if', listBlock: () => 'list' };
const template = createSchema('template', labels);
const letter = createSchema('letter', labels);
const text = (words: string) => ({ type: 'text' as const, text: words });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const documentOf = (...content: object[]) => ({ type: 'doc', content }) as TemplateBody;

/** An editor with a text, all of it selected; or with the cursor in the middle of some of its words. */
function editorOf(body: Body, words?: string) {
  let state = EditorState.create({ doc: nodeOf(template, body) });
  let [from, to] = [0, state.doc.content.size];
  state.doc.descendants((node, pos) => {
    if (words !== undefined && node.text === words) from = to = pos + 2;
  });
  state = state.apply(
    state.tr.setSelection(TextSelection.between(state.doc.resolve(from), state.doc.resolve(to))),
  );
  return {
    run(command: ReturnType<typeof insertField>) {
      expect(command(state, (transaction) => (state = state.apply(transaction)))).toBe(true);
      return this;
    },
    get state() {
      return state;
    },
    /** The document as sent, which the contract accepts. */
    get body(): TemplateBody {
      return templateBodySchema.parse(bodyOf(state.doc));
    },
  };
}

test('the editor preserves every document of the contract', () => {
  const cell = (words: string, header: boolean) => ({
    type: 'table_cell',
    attrs: { header },
    content: [paragraph(text(words))],
  });
  const body = documentOf(
    { type: 'heading', content: [text('Javob')] },
    {
      type: 'paragraph',
      attrs: { align: 'right' },
      content: [
        { type: 'text', text: 'Gʻuncha', marks: [{ type: 'strong' }, { type: 'em' }, { type: 'underline' }] },
        { type: 'hard_break' },
        { type: 'field', attrs: { name: 'deadline' } },
      ],
    },
    { type: 'paragraph' },
    { type: 'bullet_list', content: [{ type: 'list_item', content: [paragraph(text('Pasport'))] }] },
    { type: 'ordered_list', content: [{ type: 'list_item', content: [paragraph(text('Maʼlumotnoma'))] }] },
    { type: 'table', content: [{ type: 'table_row', content: [cell('Sana', true), cell('Izoh', false)] }] },
    ...listSources.map((source) => ({ type: 'case_list', attrs: { source, style: 'table' } })),
    ...conditionChoices.map((choice) => ({
      type: 'condition',
      attrs: { ...choice, negate: true },
      content: [paragraph(text('Shart'))],
    })),
  );
  const out = bodyOf<TemplateBody>(nodeOf(template, templateBodySchema.parse(body)));
  expect(out).toEqual(body);
  expect(new Set(conditionChoices.map(({ when }) => when))).toEqual(new Set(conditionNames));
});

test('a letter has neither conditions nor lists of the application', () => {
  const list = documentOf({ type: 'case_list', attrs: { source: 'files', style: 'table' } });
  expect(() => nodeOf(letter, list)).toThrow(/case_list/);
  expect(letterBodySchema.parse(bodyOf(nodeOf(letter, emptyBody)))).toEqual(emptyBody);
});

describe('a tool of the editor writes nodes of the contract:', () => {
  test('marks, headings, lists, alignment', () => {
    const { body } = editorOf(documentOf(paragraph(text('Hurmatli'))))
      .run(toggle(template, 'strong'))
      .run(align('center'))
      .run(toggleList('bullet_list'))
      .run(toggleList('ordered_list'));
    const line = {
      type: 'paragraph',
      attrs: { align: 'center' },
      content: [{ ...text('Hurmatli'), marks: [{ type: 'strong' }] }],
    };
    expect(body).toEqual(
      documentOf({ type: 'ordered_list', content: [{ type: 'list_item', content: [line] }] }),
    );
    const editor = editorOf(documentOf(paragraph(text('Hurmatli')))).run(toggleHeading);
    expect(editor.body.content[0]?.type).toBe('heading');
    expect(editor.run(toggleHeading).body.content[0]?.type).toBe('paragraph');
  });

  test('fields and lists of the application', () => {
    expect(editorOf(emptyBody).run(insertField('applicant_name')).body).toEqual(
      documentOf(paragraph({ type: 'field', attrs: { name: 'applicant_name' } })),
    );
    const { body } = editorOf(emptyBody).run(insertListBlock({ source: 'files', style: 'bullets' }));
    expect(body.content).toContainEqual({ type: 'case_list', attrs: { source: 'files', style: 'bullets' } });
  });

  test('conditions, changed and removed', () => {
    const part = paragraph(text('Rad etildi.'));
    const editor = editorOf(documentOf(part)).run(
      wrapInCondition({ when: 'has_note', value: null, negate: false }),
    );
    const changed = { when: 'status', value: 'rejected', negate: true } as const;
    expect(editor.run(changeCondition(changed)).body).toEqual(
      documentOf({ type: 'condition', attrs: changed, content: [part] }),
    );
    expect(around(editor.state, 'condition')?.node.attrs).toEqual(changed);
    expect(editor.run(removeCondition).body).toEqual(documentOf(part));
  });
});

describe('with the cursor in a list or a table,', () => {
  const cell = (words: string) => ({
    type: 'table_cell',
    attrs: { header: false },
    content: [paragraph(text(words))],
  });
  const list = {
    type: 'bullet_list',
    content: [{ type: 'list_item', content: [paragraph(text('Pasport'))] }],
  };
  const table = { type: 'table', content: [{ type: 'table_row', content: [cell('Sana'), cell('Izoh')] }] };
  const condition = { when: 'has_note', value: null, negate: false } as const;

  test.each([
    ['a list', list, 'Pasport'],
    ['a table', table, 'Sana'],
  ])('a condition encloses all of it: %s', (_what, block, words) => {
    const editor = editorOf(documentOf(paragraph(text('Hurmatli')), block), words);
    expect(editor.run(wrapInCondition(condition)).body.content[1]).toEqual({
      type: 'condition',
      attrs: condition,
      content: [block],
    });
  });

  test.each([
    ['a list', list, 'Pasport'],
    ['a table', table, 'Sana'],
  ])('a list of the application is inserted after it: %s', (_what, block, words) => {
    const attrs = { source: 'files', style: 'table' } as const;
    const editor = editorOf(documentOf(block, paragraph(text('Hurmat bilan'))), words);
    expect(editor.run(insertListBlock(attrs)).body).toEqual(
      documentOf(block, { type: 'case_list', attrs }, paragraph(text('Hurmat bilan'))),
    );
  });

  test('a condition cannot be nested, and its tool is disabled there', () => {
    const { state } = editorOf(
      documentOf(paragraph(text('Bir')), { type: 'condition', attrs: condition, content: [list] }),
    );
    expect(wrapInCondition(condition)(state)).toBe(false);
  });
});

test('drops pasted content that the contract does not allow', () => {
  const nodes = [
    { type: 'field', attrs: { name: 'personal_number' } },
    { type: 'field', attrs: { name: '__proto__' } },
    { type: 'paragraph', attrs: { align: 'url(x)' } },
    { type: 'table_cell', attrs: { header: 'x' }, content: [paragraph()] },
    { type: 'case_list', attrs: { source: 'audit_log', style: 'table' } },
    { type: 'condition', attrs: { when: 'constructor', value: null, negate: false }, content: [paragraph()] },
    { type: 'condition', attrs: { when: 'status', value: 'x', negate: false }, content: [paragraph()] },
  ];
  for (const node of nodes) {
    expect(() => template.nodeFromJSON(node).check(), JSON.stringify(node)).toThrow();
  }
  // Fields of the application are filled before a letter is written.
  expect(() => letter.nodeFromJSON({ type: 'field', attrs: { name: 'deadline' } }).check()).toThrow();
  letter.nodeFromJSON({ type: 'field', attrs: { name: 'letter_number' } }).check();
});

test('a text of spaces and empty lines is empty, a single field is not', () => {
  expect(hasText(emptyBody)).toBe(false);
  expect(hasText(documentOf(paragraph(text('   ')), { type: 'paragraph' }))).toBe(false);
  expect(hasText(documentOf(paragraph({ type: 'field', attrs: { name: 'deadline' } })))).toBe(true);
});

import fc from 'fast-check';
import {
  fields,
  letterBodySchema,
  letterFields,
  listSources,
  templateBodySchema,
} from '#plugins/letters/contract.ts';

/** Texts that some interpreter might run, fetch, fill in or fail on. */
export const hostile = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  ']]></rdf:li><x:xmpmeta>&xxe;<!DOCTYPE a [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>',
  '{{7*7}} ${7*7} {applicant_name} {{applicant_name}} #{x} <%= x %>',
  ') Tj ET endstream endobj trailer << /Root 1 0 R /Encrypt 2 0 R >> %%EOF',
  '(/JavaScript) /OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
  '../../../../etc/passwd',
  'C:\\Windows\\win.ini',
  'file:///etc/passwd http://169.254.169.254/latest/meta-data data:text/html,x',
  "'; drop table letters; --",
  '\u202Egnirts desrever\u202C \u2066x\u2069 \u200F',
  '\uFEFF\u200B\u200D\u00AD\uFE0F',
  '\u2028\u2029\u0085\u000B\u000C\t\r\n',
  'ў қ ғ ҳ Ў Қ Ғ Ҳ ʻ ʼ ‘ ’ \u0301\u0301\u0301',
  '😀👨‍👩‍👧‍👦🇺🇿',
  'שלום سلام 中文',
  '=cmd|/c calc!A1',
  '__proto__ constructor toString',
  'x'.repeat(10_000),
  'ʻ'.repeat(10_000),
  '😀'.repeat(5000),
  '-'.repeat(3000),
  'a b '.repeat(2500),
  '\n'.repeat(2000),
];

/** Any text, with a bias towards hostile ones. */
export const anyText = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...hostile) },
    fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
  )
  .filter((text) => text.isWellFormed() && !text.includes('\0'));
const anyMarks = fc.option(
  fc
    .uniqueArray(fc.constantFrom('strong', 'em', 'underline'), { maxLength: 3 })
    .map((types) => types.map((type) => ({ type }))),
  { nil: undefined },
);
const withMarks = <Node extends object>(node: Node, marks: readonly object[] | undefined) => ({
  ...node,
  ...(marks ? { marks } : {}),
});
const inlineOf = (names: readonly string[]) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(anyText, anyMarks).map(([text, marks]) => withMarks({ type: 'text', text }, marks)),
    },
    fc.constant({ type: 'hard_break' }),
    fc.constantFrom(...names).map((name) => ({ type: 'field', attrs: { name } })),
  );
/** Any block whose fields have one of these names. */
function blockOf(names: readonly string[]) {
  const anyInline = inlineOf(names);
  const anyParagraph = fc
    .tuple(
      fc.option(fc.constantFrom('left', 'center', 'right', 'justify'), { nil: undefined }),
      fc.array(anyInline, { maxLength: 4 }),
    )
    .map(([align, content]) => ({ type: 'paragraph', ...(align ? { attrs: { align } } : {}), content }));
  const anyCell = fc
    .tuple(fc.boolean(), fc.array(anyParagraph, { minLength: 1, maxLength: 2 }))
    .map(([header, content]) => ({ type: 'table_cell', attrs: { header }, content }));
  const anyRow = fc
    .array(anyCell, { minLength: 1, maxLength: 8 })
    .map((content) => ({ type: 'table_row', content }));
  const anyItem = fc
    .array(anyParagraph, { minLength: 1, maxLength: 2 })
    .map((content) => ({ type: 'list_item', content }));
  return fc.oneof(
    { weight: 2, arbitrary: anyParagraph },
    fc.array(anyInline, { maxLength: 3 }).map((content) => ({ type: 'heading', content })),
    fc
      .tuple(
        fc.constantFrom('bullet_list', 'ordered_list'),
        fc.array(anyItem, { minLength: 1, maxLength: 3 }),
      )
      .map(([type, content]) => ({ type, content })),
    fc.array(anyRow, { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'table', content })),
  );
}

/** Any text of a letter. */
export const anyBody = fc
  .array(blockOf(letterFields), { minLength: 1, maxLength: 4 })
  .map((content) => ({ type: 'doc', content }))
  .filter((body) => letterBodySchema.safeParse(body).success)
  .map((body) => letterBodySchema.parse(body));

const anyPlain = fc.oneof(
  { weight: 4, arbitrary: blockOf(fields) },
  fc
    .tuple(fc.constantFrom(...listSources), fc.constantFrom('bullets', 'table'))
    .map(([source, style]) => ({ type: 'case_list', attrs: { source, style } })),
);
const anyCondition = fc
  .tuple(
    fc.constantFrom('has_files', 'has_note', 'has_steps', 'has_address', 'is_late'),
    fc.boolean(),
    fc.array(anyPlain, { minLength: 1, maxLength: 2 }),
  )
  .map(([when, negate, content]) => ({ type: 'condition', attrs: { when, value: null, negate }, content }));

/** Any template. */
export const anyTemplate = fc
  .array(fc.oneof({ weight: 2, arbitrary: anyPlain }, anyCondition), { minLength: 1, maxLength: 4 })
  .map((content) => ({ type: 'doc', content }))
  .filter((body) => templateBodySchema.safeParse(body).success)
  .map((body) => templateBodySchema.parse(body));

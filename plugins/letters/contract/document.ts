import { z } from 'zod';
import { hasVisibleText } from '#kernel/domain/text/index.ts';
import { employmentStatuses, statuses } from '#plugins/applications/contract.ts';

/** Fields that are filled in from the application when a letter is started. */
export const applicationFields = [
  'applicant_name',
  'applicant_address',
  'neighborhood',
  'application_number',
  'application_date',
  'request',
  'status_note',
  'status_date',
  'deadline',
  'employment',
  'executor_name',
  'executor_phone',
  'office',
] as const;

/** Fields whose values are known when a letter is issued: they stay placeholders in the text until then. */
export const letterFields = ['letter_number', 'letter_date', 'signatory_name', 'signatory_position'] as const;
export type LetterField = (typeof letterFields)[number];

/** Every field that a template may contain. */
export const fields = [...applicationFields, ...letterFields] as const;
export type Field = (typeof fields)[number];

/** The conditions of a template's parts; those with values are true if the application has that value. */
export const conditions = {
  status: statuses,
  employment: employmentStatuses,
  has_files: [],
  has_note: [],
  has_steps: [],
  has_address: [],
  is_late: [],
} as const;
export type ConditionName = keyof typeof conditions;
export const conditionNames: readonly [ConditionName, ...ConditionName[]] = Object.keys(conditions) as [
  ConditionName,
  ...ConditionName[],
];

/** The lists of the application that a template may include. */
export const listSources = ['files', 'steps'] as const;
export type ListSource = (typeof listSources)[number];

/** The limits of a document: blocks, parts of a paragraph, rows of a table or list, characters of a text and of its JSON. */
export const documentLimits = {
  blocks: 600,
  parts: 2000,
  rows: 200,
  columns: 8,
  text: 10_000,
  json: 200_000,
} as const;

const markSchema = z.strictObject({ type: z.enum(['strong', 'em', 'underline']) });
const marksSchema = z.array(markSchema).max(3).optional();

const textSchema = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1).max(documentLimits.text),
  marks: marksSchema,
});
const breakSchema = z.strictObject({ type: z.literal('hard_break'), marks: marksSchema });
const fieldSchemaOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.strictObject({
    type: z.literal('field'),
    attrs: z.strictObject({ name: z.enum(names) }),
    marks: marksSchema,
  });

/** The blocks of a document whose inline parts match a schema. */
function blocksOf<Inline extends z.ZodType>(inline: Inline) {
  const content = z.array(inline).max(documentLimits.parts).optional();
  const paragraph = z.strictObject({
    type: z.literal('paragraph'),
    attrs: z.strictObject({ align: z.enum(['left', 'center', 'right', 'justify']) }).optional(),
    content,
  });
  const heading = z.strictObject({ type: z.literal('heading'), content });
  const item = z.strictObject({ type: z.literal('list_item'), content: z.array(paragraph).min(1).max(20) });
  const items = z.array(item).min(1).max(documentLimits.rows);
  const cell = z.strictObject({
    type: z.literal('table_cell'),
    attrs: z.strictObject({ header: z.boolean() }).optional(),
    content: z.array(paragraph).min(1).max(20),
  });
  const row = z.strictObject({
    type: z.literal('table_row'),
    content: z.array(cell).min(1).max(documentLimits.columns),
  });
  return [
    paragraph,
    heading,
    z.strictObject({ type: z.literal('bullet_list'), content: items }),
    z.strictObject({ type: z.literal('ordered_list'), content: items }),
    z.strictObject({ type: z.literal('table'), content: z.array(row).min(1).max(documentLimits.rows) }),
  ] as const;
}

function documentOf<Block extends z.ZodType>(block: Block) {
  return z
    .strictObject({ type: z.literal('doc'), content: z.array(block).min(1).max(documentLimits.blocks) })
    .refine((doc) => JSON.stringify(doc).length <= documentLimits.json, {
      params: { key: 'letters:errors.too_long' },
    });
}

const letterBlocks = blocksOf(
  z.discriminatedUnion('type', [textSchema, breakSchema, fieldSchemaOf(letterFields)]),
);

/** The text of a letter: a template filled in for an application, edited by its writer. */
export const letterBodySchema = documentOf(z.discriminatedUnion('type', [...letterBlocks]));
export type LetterBody = z.output<typeof letterBodySchema>;
export type LetterBlock = LetterBody['content'][number];

const templateInline = z.discriminatedUnion('type', [textSchema, breakSchema, fieldSchemaOf(fields)]);
const listBlockSchema = z.strictObject({
  type: z.literal('case_list'),
  attrs: z.strictObject({ source: z.enum(listSources), style: z.enum(['bullets', 'table']) }),
});
const plainBlocks = [...blocksOf(templateInline), listBlockSchema] as const;
const conditionSchema = z.strictObject({
  type: z.literal('condition'),
  attrs: z
    .strictObject({ when: z.enum(conditionNames), value: z.string().max(40).nullable(), negate: z.boolean() })
    .refine(({ when, value }) => {
      const values: readonly string[] = conditions[when];
      return values.length === 0 ? value === null : value !== null && values.includes(value);
    }),
  content: z
    .array(z.discriminatedUnion('type', [...plainBlocks]))
    .min(1)
    .max(documentLimits.blocks),
});

/** The text of a template: a document with fields, lists of the application, and conditional parts. */
export const templateBodySchema = documentOf(z.discriminatedUnion('type', [...plainBlocks, conditionSchema]));
export type TemplateBody = z.output<typeof templateBodySchema>;
export type TemplateBlock = TemplateBody['content'][number];
export type PlainTemplateBlock = Exclude<TemplateBlock, { type: 'condition' }>;
export type Condition = Extract<TemplateBlock, { type: 'condition' }>['attrs'];
export type ListBlockAttrs = z.output<typeof listBlockSchema>['attrs'];
export type TemplateInline = z.output<typeof templateInline>;

/** A part of a document. */
interface DocumentNode {
  readonly type: string;
  readonly text?: string | undefined;
  readonly content?: readonly DocumentNode[] | undefined;
}

/** Whether a document has visible content: a text, a field, or a list of the application. */
export function hasText({ type, text, content }: DocumentNode): boolean {
  if (type === 'field' || type === 'case_list') return true;
  return hasVisibleText(text ?? '') || (content ?? []).some(hasText);
}

import { z } from 'zod';
import {
  allOf,
  daySchema,
  defineRecord,
  fileSchema,
  idParamSchema,
  idSchema,
  listQuerySchema,
  momentSchema,
  namesShape,
  optionSchema,
  pageSchema,
  type RecordBodyOf,
  type RecordOf,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';
import { hasVisibleText } from '#kernel/domain/text/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { employmentStatuses, statuses } from '#plugins/applications/contract.ts';
import { hasText } from './contract/has-text.ts';

/** Admins who handle applications: they write letters and read the register, each within their own area. */
export const writers = allOf('application_receiver');

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
export const conditionNames = Object.keys(conditions) as readonly ConditionName[] as readonly [
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

/** A template is for a letter, or for a quick reply in the timeline. */
export const templateKinds = ['letter', 'reply'] as const;
export type TemplateKind = (typeof templateKinds)[number];

const templateShape = {
  kind: z.enum(templateKinds),
  enabled: z.boolean(),
  body_uz: templateBodySchema,
  body_ru: templateBodySchema,
} as const;

/** The error of an empty stored text; a preview or a draft may be empty. */
const bodyRequired = { params: { key: 'letters:errors.body_required' } } as const;
const storedTemplateSchema = templateBodySchema.refine(hasText, bodyRequired);

/**
 * A template in both languages; `subject` is the title of the letter. Each change creates a new `version`;
 * all are stored.
 */
export const template = defineRecord({
  plugin: 'letters',
  prefixes: { list: 'letter-templates', action: 'letters.template' },
  name: 'letter_template',
  type: 'LetterTemplate',
  table: 'letter_templates',
  path: 'letter-templates',
  page: '/letters/templates',
  access: superAdmin,
  texts: { subject: z.string().trim().max(300) },
  fields: { ...templateShape, version: z.int() },
  input: { ...templateShape, body_uz: storedTemplateSchema, body_ru: storedTemplateSchema },
  filters: { kind: z.enum(templateKinds).optional(), enabled: z.enum(['true', 'false']).optional() },
  optionFields: false,
  calls: {
    list: 'Templates of letters and ready replies',
    detail: 'A template with its texts',
    create: 'Adds a template',
    update: 'Changes a template; the former version remains stored',
    remove: 'Deletes a template; letters made from it remain',
  },
});
export type Template = RecordOf<typeof template>;
export type TemplateFormBody = RecordBodyOf<typeof template>;

/** An earlier version of a template, returned by `GET letter-templates/{id}/versions`, newest first. */
export const templateVersionSchema = z.object({
  version: z.int(),
  createdAt: momentSchema,
  author: z.object({ id: idSchema, first_name: z.string(), last_name: z.string() }).nullable(),
  uz: z.object({ name: z.string(), subject: z.string() }),
  ru: z.object({ name: z.string(), subject: z.string() }),
  body_uz: templateBodySchema,
  body_ru: templateBodySchema,
});
export type TemplateVersion = z.infer<typeof templateVersionSchema>;

const languageSchema = z.enum(languages);

/** A template in the select of letter writers. */
export const templateChoiceSchema = optionSchema;
export type TemplateChoice = z.infer<typeof templateChoiceSchema>;

/** Body of `POST letters/drafts`: the template to fill in for an application; the text is empty without one. */
export const draftBodySchema = z.strictObject({
  application_id: idParamSchema,
  template_id: idParamSchema.nullable().default(null),
  language: languageSchema,
});

/** A text filled in for an application. */
export const filledSchema = z.object({ subject: z.string(), body: letterBodySchema });
export type FilledText = z.infer<typeof filledSchema>;

/** A letter before it is issued, and the version of the template that it was filled in from. */
export const draftSchema = filledSchema.extend({ template_version: z.int().nullable() });
export type LetterDraft = z.infer<typeof draftSchema>;

/** Body of `POST letter-templates/preview`: a template being written, to be filled in for a real application. */
export const templatePreviewBodySchema = z.strictObject({
  application_id: idParamSchema,
  language: languageSchema,
  subject: z.string().max(300),
  body: templateBodySchema,
});

const letterShape = {
  application_id: idParamSchema,
  language: languageSchema,
  subject: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .refine(hasVisibleText, { params: { key: 'letters:errors.subject_required' } }),
  body: letterBodySchema.refine(hasText, bodyRequired),
  signatory_id: idParamSchema,
} as const;

/** Body of `POST letters/preview`; the response is a PDF without a number. */
export const previewBodySchema = z.strictObject(letterShape);

/**
 * Body of `POST letters`. `replaces_id` is the letter that it corrects. `template_version` is that of the
 * draft, even if the template was changed or deleted since; it defaults to the current one.
 */
export const letterBodyInputSchema = z.strictObject({
  ...letterShape,
  template_id: idParamSchema.nullable().default(null),
  template_version: z.int().min(1).max(1_000_000_000).nullable().default(null),
  replaces_id: idParamSchema.nullable().default(null),
});
export type LetterInput = z.input<typeof letterBodyInputSchema>;

/** Body of `POST letters/{id}/void`. */
export const voidBodySchema = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(3)
    .max(500)
    .refine(hasVisibleText, { params: { key: 'letters:errors.reason_required' } }),
});

/** A letter is valid, replaced by a correction, or void. */
export const letterStatuses = ['issued', 'replaced', 'voided'] as const;
export type LetterStatus = (typeof letterStatuses)[number];

const referenceSchema = z.object({ id: idSchema, number: z.string() }).nullable();

/** A letter as shown in the register. */
export const letterSchema = z.object({
  id: idSchema,
  /** The number in the outgoing register, such as `12/2026`. */
  number: z.string(),
  issued_on: daySchema,
  status: z.enum(letterStatuses),
  language: languageSchema,
  subject: z.string(),
  application_id: idSchema,
  neighborhood: z.object({ id: idSchema, ...namesShape }),
  addressee: z.string(),
  signatory: z.object({ id: idSchema, name: z.string(), position: z.string() }),
  author: z.object({ id: idSchema, first_name: z.string(), last_name: z.string() }).nullable(),
  template_id: idSchema.nullable(),
  replaces: referenceSchema,
  replaced_by: referenceSchema,
  void_reason: z.string().nullable(),
  file: fileSchema,
  createdAt: momentSchema,
  updatedAt: momentSchema,
});
export type Letter = z.infer<typeof letterSchema>;

/** Response of `GET letters/{id}`: with its text. */
export const letterDetailSchema = letterSchema.extend({
  body: letterBodySchema,
  template_version: z.int().nullable(),
});
export type LetterDetail = z.infer<typeof letterDetailSchema>;

export const letterSorts = ['number', 'addressee', 'createdAt'] as const;

const letterFilters = {
  year: z.coerce.number().int().min(2000).max(2999).optional(),
  status: z.enum(letterStatuses).optional(),
  template: idParamSchema.optional(),
  language: languageSchema.optional(),
  application: idParamSchema.optional(),
  neighborhood: idParamSchema.optional(),
  signatory: idParamSchema.optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
} as const;

/** Query of `GET letters`: newest number first by default; `search` matches number, addressee and subject. */
export const letterListQuerySchema = listQuerySchema({ sort: letterSorts, filters: letterFilters });
export type LetterListQuery = z.infer<typeof letterListQuerySchema>;
export const letterPageSchema = pageSchema(letterSchema);

/** Query of `GET letters/export`. */
export const letterExportQuerySchema = z.strictObject({
  ...letterFilters,
  search: z.string().trim().max(200).optional(),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
});
export type LetterExportQuery = z.output<typeof letterExportQuerySchema>;

/**
 * Query of `GET letters/signatories`: the admins who may sign now, or all signatories in the register,
 * including former ones.
 */
export const signatoriesQuerySchema = z.strictObject({
  of: z.enum(['office', 'register']).default('office'),
});

/** A current or former signatory of letters. */
export const signatorySchema = z.object({ id: idSchema, name: z.string(), position: z.string() });
export type Signatory = z.infer<typeof signatorySchema>;

/** A quick reply, filled in for an application. */
export const replySchema = z.object({ id: idSchema, name: z.string(), text: z.string() });
export type Reply = z.infer<typeof replySchema>;

/** Response of `GET letters/check/{code}`, as shown on the QR code's page. Contains no personal data. */
export const checkSchema = z.object({
  genuine: z.boolean(),
  status: z.enum(letterStatuses).nullable(),
  number: z.string().nullable(),
  issued_on: daySchema.nullable(),
  office: z.string(),
  /** The number of the letter that replaces it. */
  replaced_by: z.string().nullable(),
});
export type Check = z.infer<typeof checkSchema>;

export { hasText } from './contract/has-text.ts';
export {
  type Batch,
  type BatchBody,
  batchBodySchema,
  type BatchDetail,
  batchDetailSchema,
  batchPreviewQuerySchema,
  batchPreviewSchema,
  batchProblemSchema,
  batchSchema,
  maxBatch,
} from './contract/batches.ts';

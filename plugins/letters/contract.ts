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
import { hasText, letterBodySchema, templateBodySchema } from './contract/document.ts';

/** Admins who handle applications: they write letters and read the register, each within their own area. */
export const writers = allOf('application_receiver');

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
    list: 'Templates of letters and quick replies',
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

export {
  applicationFields,
  type Condition,
  type ConditionName,
  conditionNames,
  conditions,
  documentLimits,
  type Field,
  fields,
  hasText,
  type LetterBlock,
  type LetterBody,
  letterBodySchema,
  type LetterField,
  letterFields,
  type ListBlockAttrs,
  type ListSource,
  listSources,
  type PlainTemplateBlock,
  type TemplateBlock,
  type TemplateBody,
  templateBodySchema,
  type TemplateInline,
} from './contract/document.ts';
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

import { z } from 'zod';
import {
  daySchema,
  idParamSchema,
  idSchema,
  momentSchema,
  optionSchema,
} from '#kernel/plugin-api/contract.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { statuses } from '#plugins/applications/contract.ts';

/** The maximum number of letters in a bulk job. */
export const maxBatch = 5000;

const batchCriteriaShape = {
  status: z.enum(statuses),
  neighborhood: idParamSchema.nullable().default(null),
  from: daySchema,
  to: daySchema,
} as const;

/** Query of `GET letter-batches/preview`: how many applications a bulk job would write to. */
export const batchPreviewQuerySchema = z.strictObject({
  ...batchCriteriaShape,
  neighborhood: idParamSchema.optional(),
  template_id: idParamSchema,
});
export const batchPreviewSchema = z.object({ count: z.int(), capped: z.boolean() });

/** Body of `POST letter-batches`. Applications that already have a letter from this template are left out. */
export const batchBodySchema = z.strictObject({
  ...batchCriteriaShape,
  template_id: idParamSchema,
  language: z.enum(languages),
  signatory_id: idParamSchema,
});
export type BatchBody = z.output<typeof batchBodySchema>;

/** A bulk job of letters. */
export const batchSchema = z.object({
  id: idSchema,
  state: z.enum(['running', 'done', 'stopped']),
  template: optionSchema.nullable(),
  language: z.enum(languages),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  createdAt: momentSchema,
  finishedAt: momentSchema.nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

/** Why a letter of a bulk job was not written. */
export const batchProblemSchema = z.object({ application_id: idSchema, problem: z.string() });
export const batchDetailSchema = batchSchema.extend({ problems: z.array(batchProblemSchema) });
export type BatchDetail = z.infer<typeof batchDetailSchema>;

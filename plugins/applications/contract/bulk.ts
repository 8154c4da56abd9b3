import { z } from 'zod';
import {
  daySchema,
  idParamSchema,
  idSchema,
  momentSchema,
  namesSchema,
} from '#kernel/plugin-api/contract.ts';

/** The server performs one action on many applications as a job (`applications/batches`). */
export const bulkCapability = 'applications.bulk';

/** The maximum number of applications in a bulk job. */
export const maxBulk = 5000;

/** The kinds of bulk actions; the last three are changes of status with a note. */
export const bulkKinds = ['accept', 'forward', 'complete', 'reject', 'reopen'] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** Why an action is impossible for an application, or failed. */
export const bulkProblems = [
  /** It was removed, or is outside the user's area. */
  'not_found',
  'already_accepted',
  /** Its status: not accepted yet, not answered yet, or already answered. */
  'is_created',
  'is_accepted',
  'is_completed',
  'is_rejected',
  'is_canceled',
  /** Other admins have tasks with a due day in it. */
  'tasks_open',
  /** The receiver could not open it. */
  'receiver_unfit',
  /** The day of the task is in the past. */
  'due_past',
  'internal',
] as const;
export type BulkProblem = (typeof bulkProblems)[number];

/** The number of applications with a reason. */
const countedProblemSchema = z.object({ problem: z.enum(bulkProblems), count: z.int() });
export type CountedProblem = z.infer<typeof countedProblemSchema>;

const idsSchema = z.array(idParamSchema).min(1).max(maxBulk);
const text = (length: number) => z.string().trim().max(length);

/** Response of `GET applications/selection`, which takes the list's query: the ids of all matches, at most {@link maxBulk}. */
export const selectionSchema = z.object({
  ids: z.array(idSchema),
  /** The total of the list; more than `ids` has if that exceeds the maximum. */
  total: z.int(),
});
export type ApplicationSelection = z.infer<typeof selectionSchema>;

/** Body of `POST applications/batches/preview`. */
export const bulkPreviewBodySchema = z.strictObject({ ids: idsSchema });

/** An admin who could receive some of the selected applications. */
const bulkReceiverSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  role: namesSchema,
  /** How many of the selected applications they could receive. */
  can: z.int(),
  /** Away today: their substitute would receive it. */
  is_away: z.boolean(),
});
export type BulkReceiver = z.infer<typeof bulkReceiverSchema>;

/**
 * Response of `POST applications/batches/preview`: for how many of the selected applications each kind is
 * possible, and why not for the others.
 */
export const bulkPreviewSchema = z.object({
  total: z.int(),
  kinds: z.array(
    z.object({
      kind: z.enum(bulkKinds),
      can: z.int(),
      problems: z.array(countedProblemSchema),
    }),
  ),
  /** Admins who could receive the most come first. */
  receivers: z.array(bulkReceiverSchema),
});
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;

/** Body of `POST applications/batches`. */
export const bulkBodySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accept'), ids: idsSchema }),
  z.strictObject({
    kind: z.literal('forward'),
    ids: idsSchema,
    receiver_id: idParamSchema,
    message: text(5000).default(''),
    due: daySchema.optional(),
  }),
  z.strictObject({
    kind: z.enum(['complete', 'reject', 'reopen']),
    ids: idsSchema,
    note: text(2000).min(1),
    /** Agrees that other admins' open tasks with a due day end with the applications. */
    close_tasks: z.boolean().optional(),
  }),
]);
export type BulkBody = z.infer<typeof bulkBodySchema>;

/** A bulk job with its progress. */
export const bulkBatchSchema = z.object({
  id: idSchema,
  kind: z.enum(bulkKinds),
  state: z.enum(['running', 'done', 'stopped']),
  /** The receiver of a forward. */
  receiver: z.object({ id: idSchema, first_name: z.string(), last_name: z.string() }).nullable(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  createdAt: momentSchema,
  finishedAt: momentSchema.nullable(),
});
export type BulkBatch = z.infer<typeof bulkBatchSchema>;

/** A bulk job with its reasons, and the first applications of each. */
export const bulkDetailSchema = bulkBatchSchema.extend({
  problems: z.array(countedProblemSchema),
  failures: z.array(z.object({ application_id: idSchema, problem: z.enum(bulkProblems) })),
});
export type BulkDetail = z.infer<typeof bulkDetailSchema>;

/** Query of `GET applications/batches/{id}/report`. */
export const bulkReportQuerySchema = z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') });

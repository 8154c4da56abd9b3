import { z } from 'zod';
import {
  daySchema,
  idParamSchema,
  idSchema,
  momentSchema,
  namesSchema,
} from '#kernel/plugin-api/contract.ts';

/** The server does one thing with many applications in a job (`applications/batches`). */
export const bulkCapability = 'applications.bulk';

/** Most applications of one bulk job. */
export const maxBulk = 5000;

/** The kinds of bulk actions; the last three are changes of status with a note. */
export const bulkKinds = ['accept', 'forward', 'complete', 'reject', 'reopen'] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** Why something cannot be done with an application, or was not done. */
export const bulkProblems = [
  /** It is gone, or outside the user's area. */
  'not_found',
  'already_accepted',
  /** Its status: it is not accepted yet, not answered yet, or answered. */
  'is_created',
  'is_accepted',
  'is_completed',
  'is_rejected',
  'is_canceled',
  /** Others have tasks with a day in it. */
  'tasks_open',
  /** The person who should get it could not open it. */
  'receiver_unfit',
  /** The day of the task is in the past. */
  'due_past',
  'internal',
] as const;
export type BulkProblem = (typeof bulkProblems)[number];

/** How many applications there is a reason with. */
const countedProblemSchema = z.object({ problem: z.enum(bulkProblems), count: z.int() });
export type CountedProblem = z.infer<typeof countedProblemSchema>;

const idsSchema = z.array(idParamSchema).min(1).max(maxBulk);
const text = (length: number) => z.string().trim().max(length);

/** Response of `GET applications/selection`, whose query is that of the list: the ids of all that it finds, at most {@link maxBulk}. */
export const selectionSchema = z.object({
  ids: z.array(idSchema),
  /** How many the list has; more than `ids` where they are too many. */
  total: z.int(),
});
export type ApplicationSelection = z.infer<typeof selectionSchema>;

/** Body of `POST applications/batches/preview`. */
export const bulkPreviewBodySchema = z.strictObject({ ids: idsSchema });

/** A person who could take some of the chosen applications. */
const bulkReceiverSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  role: namesSchema,
  /** How many of them. */
  can: z.int(),
  /** Away today: their substitute would get it. */
  is_away: z.boolean(),
});
export type BulkReceiver = z.infer<typeof bulkReceiverSchema>;

/** Response of `POST applications/batches/preview`: with how many of the chosen ones each kind can be done, and why not with the others. */
export const bulkPreviewSchema = z.object({
  total: z.int(),
  kinds: z.array(
    z.object({
      kind: z.enum(bulkKinds),
      can: z.int(),
      problems: z.array(countedProblemSchema),
    }),
  ),
  /** The admins who could take the most come first. */
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
    /** Says that tasks of others with a day, which are open, end with the applications. */
    close_tasks: z.boolean().optional(),
  }),
]);
export type BulkBody = z.infer<typeof bulkBodySchema>;

/** A bulk job: how far it is. */
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

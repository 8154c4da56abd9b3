import { z } from 'zod';
import { idParamSchema, idSchema, momentSchema } from '#kernel/plugin-api/contract.ts';

/** The reason of a request or hold; readable by super admins, and erased with the citizen. */
export const reasonSchema = z.string().trim().min(5).max(500);

/** Body of `POST retention/citizens/{id}/requests`. */
export const requestBodySchema = z.strictObject({ reason: reasonSchema });

/** The subject types that can be under a hold, as in the audit log. */
export const holdSubjects = ['user', 'application'] as const;

/** Body of `POST retention/holds`. */
export const holdBodySchema = z.strictObject({
  subject_type: z.enum(holdSubjects),
  subject_id: idParamSchema,
  reason: reasonSchema,
});

/** The number of records of a kind, or an obstacle: `key` is a text with `count`. */
const countedSchema = z.object({ key: z.string(), count: z.int() });
const obstacleSchema = countedSchema.extend({ type: z.string(), ids: z.array(idSchema) });

/** A hold. */
export const holdSchema = z.object({
  id: idSchema,
  subject_type: z.enum(holdSubjects),
  subject_id: idSchema,
  reason: z.string(),
  placed_by: z.string(),
  placedAt: momentSchema,
});
export type Hold = z.infer<typeof holdSchema>;

/** An erasure request, open or ended. */
export const requestSchema = z.object({
  id: idSchema,
  citizen_id: idSchema,
  /** Null if they are no longer in the register. */
  name: z.string().nullable(),
  source: z.enum(['staff', 'finished', 'idle']),
  state: z.enum(['proposed', 'asked', 'confirmed', 'done', 'refused', 'withdrawn']),
  reason: z.string(),
  requested_by: z.string().nullable(),
  askedAt: momentSchema.nullable(),
  confirmed_by: z.string().nullable(),
  endedAt: momentSchema.nullable(),
  counts: z.array(countedSchema),
  obstacles: z.array(obstacleSchema),
  createdAt: momentSchema,
  /** Requested by the viewer, who cannot confirm it. */
  own: z.boolean(),
});
export type ErasureRequest = z.infer<typeof requestSchema>;

/** Response of `GET retention/requests`: open requests, oldest first, or ended ones, newest first. */
export const requestListSchema = z.object({ items: z.array(requestSchema), length: z.int() });

/** Query of `GET retention/requests`. */
export const requestQuerySchema = z.strictObject({ state: z.enum(['waiting', 'ended']).default('waiting') });

/** Response of `GET retention/holds`: newest first. */
export const holdListSchema = z.object({ items: z.array(holdSchema) });

/**
 * Response of `GET retention/citizens/{id}`: the open request, and the holds on the citizen and their
 * applications.
 */
export const citizenStateSchema = z.object({
  request: requestSchema.nullable(),
  holds: z.array(holdSchema),
});
export type CitizenState = z.infer<typeof citizenStateSchema>;

/** Response of `GET retention/citizens/{id}/preview`: the records that would be erased, and the obstacles. */
export const erasurePreviewSchema = z.object({
  counts: z.array(countedSchema),
  obstacles: z.array(obstacleSchema),
});

/**
 * Response of `GET retention/applications/{id}`: whether it, or its citizen, is under a hold. Only super
 * admins see the reason.
 */
export const applicationHoldSchema = z.object({ held: z.boolean() });

/** The records of erased citizens, for browsers that have stored copies of them. */
export const erasedSchema = z.object({
  users: z.array(idSchema),
  applications: z.array(idSchema),
  /** The households of which they are or were members. */
  households: z.array(idSchema).optional(),
});

/** The capability of a server that informs browsers of past erasures. */
export const erasedCapability = 'retention.erased';

/**
 * Query of `GET retention/erased`: the cursor of the previous response; `latest` for only the newest cursor.
 */
export const erasedQuerySchema = z.strictObject({
  after: z.union([z.uuid(), z.literal('latest')]).optional(),
});

/** Response of `GET retention/erased`: the next cursor, null if there was never an erasure. */
export const erasedSinceSchema = erasedSchema.extend({
  cursor: z.uuid().nullable(),
  /** Whether there are more after the cursor. */
  more: z.boolean(),
  /**
   * Seconds since the last of these erasures, with `latest` since the newest one: a page opened later has
   * read none of their data. Null if there is none.
   */
  age: z.number().nullable(),
});
export type ErasedSince = z.infer<typeof erasedSinceSchema>;

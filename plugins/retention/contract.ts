import { z } from 'zod';
import { idParamSchema, idSchema, momentSchema } from '#kernel/plugin-api/contract.ts';

/** Why something is asked for; read by super admins, and gone with the citizen. */
export const reasonSchema = z.string().trim().min(5).max(500);

/** Body of `POST retention/citizens/{id}/requests`. */
export const requestBodySchema = z.strictObject({ reason: reasonSchema });

/** The things that a hold keeps, by the subject of the audit log. */
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

/** Something that must be kept. */
export const holdSchema = z.object({
  id: idSchema,
  subject_type: z.enum(holdSubjects),
  subject_id: idSchema,
  reason: z.string(),
  placed_by: z.string(),
  placedAt: momentSchema,
});
export type Hold = z.infer<typeof holdSchema>;

/** A citizen who is to be erased, or was. */
export const requestSchema = z.object({
  id: idSchema,
  citizen_id: idSchema,
  /** Null where they are in the register no more. */
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
  /** Asked for by the viewer, who cannot confirm it. */
  own: z.boolean(),
});
export type ErasureRequest = z.infer<typeof requestSchema>;

/** Response of `GET retention/requests`: those that wait, the oldest first, or those that ended, the newest first. */
export const requestListSchema = z.object({ items: z.array(requestSchema), length: z.int() });

/** Query of `GET retention/requests`. */
export const requestQuerySchema = z.strictObject({ state: z.enum(['waiting', 'ended']).default('waiting') });

/** Response of `GET retention/holds`: what is kept, the newest first. */
export const holdListSchema = z.object({ items: z.array(holdSchema) });

/** Response of `GET retention/citizens/{id}`: what waits, and what is kept of them and their applications. */
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

/** Response of `GET retention/applications/{id}`: whether it, or its citizen, must be kept. Why is for super admins. */
export const applicationHoldSchema = z.object({ held: z.boolean() });

/** The records of erased citizens, for browsers that have stored copies of them. */
export const erasedSchema = z.object({
  users: z.array(idSchema),
  applications: z.array(idSchema),
  /** The households that count them, or did. */
  households: z.array(idSchema).optional(),
});

/** The capability of a server that tells browsers afterwards who was erased. */
export const erasedCapability = 'retention.erased';

/** Query of `GET retention/erased`: the cursor of the answer before; `latest` for the newest cursor alone. */
export const erasedQuerySchema = z.strictObject({
  after: z.union([z.uuid(), z.literal('latest')]).optional(),
});

/** Response of `GET retention/erased`: a cursor for the next time, null if there was never an erasure. */
export const erasedSinceSchema = erasedSchema.extend({
  cursor: z.uuid().nullable(),
  /** There are more after the cursor. */
  more: z.boolean(),
  /**
   * Seconds since the last of them was erased, for `latest` since the newest one: a page that was opened later has read nothing
   * of them. Null if there is none.
   */
  age: z.number().nullable(),
});
export type ErasedSince = z.infer<typeof erasedSinceSchema>;

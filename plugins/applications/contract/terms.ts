import { z } from 'zod';
import { idSchema, momentSchema } from '#kernel/plugin-api/contract.ts';

/** Days of a week, as a calendar of work names them. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** The server keeps the terms of applications: further study, extension, transfer, reopening, warnings. */
export const termsCapability = 'applications.terms';

/** Why a deadline is not the first one any more. */
export const termKinds = ['study', 'extension', 'transfer', 'reopening'] as const;
export type TermKind = (typeof termKinds)[number];

/** Response of `GET applications/{id}/term`: the deadline, how it came about, and how the viewer may change it. */
export const termSchema = z.object({
  /** When the term began: with the application, or when it was reopened. */
  since: momentSchema,
  first: momentSchema.nullable(),
  until: momentSchema.nullable(),
  changes: z.array(
    z.object({
      id: idSchema,
      kind: z.enum(termKinds),
      /** The step of the timeline that gives the reason. */
      action_id: idSchema,
      former: momentSchema.nullable(),
      until: momentSchema,
      createdAt: momentSchema,
    }),
  ),
  /** The deadline that each change would give; null where it is not possible. */
  may: z.object({
    study: momentSchema.nullable(),
    transfer: momentSchema.nullable(),
    extension: z.object({ until: momentSchema, days: z.int() }).nullable(),
  }),
});
export type Term = z.infer<typeof termSchema>;

const termReason = z.string().trim().min(1).max(2000);

/** Body of `POST applications/{id}/term`: further study is needed, or the application is for another organisation. */
export const termBodySchema = z.strictObject({ kind: z.enum(['study', 'transfer']), reason: termReason });

/** Body of `POST applications/{id}/term/extension`: days as the deployment counts them, and that the citizen is notified. */
export const extensionBodySchema = z.strictObject({
  days: z.int().min(1).max(365),
  reason: termReason,
  citizen_told: z.literal(true),
});

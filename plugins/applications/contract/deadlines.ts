import { z } from 'zod';
import { idSchema, momentSchema } from '#kernel/plugin-api/contract.ts';

/** The days of a week, as the working calendar names them. */
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

/** The server manages deadlines of applications: further study, extension, transfer, reopening, warnings. */
export const deadlinesCapability = 'applications.deadlines';

/** Why a deadline differs from the first one. */
export const deadlineChangeKinds = ['study', 'extension', 'transfer', 'reopening'] as const;
export type DeadlineChangeKind = (typeof deadlineChangeKinds)[number];

/** Response of `GET applications/{id}/deadline`: the deadline, its changes, and how the viewer may change it. */
export const applicationDeadlineSchema = z.object({
  /** The start of the period until the deadline: when the application was received or reopened. */
  since: momentSchema,
  first: momentSchema.nullable(),
  until: momentSchema.nullable(),
  changes: z.array(
    z.object({
      id: idSchema,
      kind: z.enum(deadlineChangeKinds),
      /** The timeline step that gives the reason. */
      action_id: idSchema,
      former: momentSchema.nullable(),
      until: momentSchema,
      createdAt: momentSchema,
    }),
  ),
  /** The deadline that each change would result in; null if the change is not possible. */
  may: z.object({
    study: momentSchema.nullable(),
    transfer: momentSchema.nullable(),
    extension: z.object({ until: momentSchema, days: z.int() }).nullable(),
  }),
});
export type ApplicationDeadline = z.infer<typeof applicationDeadlineSchema>;

const deadlineReason = z.string().trim().min(1).max(2000);

/** Body of `POST applications/{id}/deadline`: further study is needed, or another organisation is responsible. */
export const deadlineBodySchema = z.strictObject({
  kind: z.enum(['study', 'transfer']),
  reason: deadlineReason,
});

/** Body of `POST applications/{id}/deadline/extension`: days as the deployment counts them, and that the citizen is notified. */
export const extensionBodySchema = z.strictObject({
  days: z.int().min(1).max(365),
  reason: deadlineReason,
  citizen_notified: z.literal(true),
});

import { z } from 'zod';
import { daySchema, idParamSchema, idSchema, momentSchema, pageSchema } from '#kernel/plugin-api/contract.ts';

/**
 * A notification; its subject is under the key of its type, as its plugin declares under `notices`: `application: {id}`,
 * `message: {application_id, message}`, `forward: {application_id, message}`.
 */
export const notificationSchema = z.looseObject({
  id: idSchema,
  type: z.string(),
  is_read: z.boolean(),
  createdAt: momentSchema,
});
export type Notification = z.infer<typeof notificationSchema>;

/**
 * Response of `GET notifications`: a page, newest first, and the unread count for the bell, regardless of the
 * filter.
 */
export const notificationPageSchema = pageSchema(notificationSchema).extend({ unread: z.int() });
export type NotificationPage = z.infer<typeof notificationPageSchema>;

/** The server filters by type, day and text, returns what came after an id, and marks several as read. */
export const findCapability = 'notifications.find';

/** Valid days of the calendar; the database has no year 0. */
const plausibleDaySchema = daySchema.refine((day) => day >= '2000-01-01' && day <= '2999-12-31');

/** Query of `GET notifications`; the days are those of the deployment's time zone, both included. */
export const notificationQuerySchema = z
  .strictObject({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    is_read: z.enum(['true', 'false']).optional(),
    /** A type of notice of an enabled plugin. */
    type: z.string().max(100).optional(),
    date_from: plausibleDaySchema.optional(),
    date_to: plausibleDaySchema.optional(),
    search: z.string().trim().max(200).optional(),
    /** Only those with a greater id, which are newer. */
    after: z.union([z.literal('0'), z.literal(0), idParamSchema]).optional(),
  })
  .superRefine(({ date_from, date_to }, { addIssue }) => {
    if (date_from === undefined || date_to === undefined || date_from <= date_to) return;
    addIssue({ code: 'custom', path: ['date_from'], message: 'notifications:errors.dates_reversed' });
  });
export type NotificationQuery = z.infer<typeof notificationQuerySchema>;

/** Body of `PUT notifications/{id}`. */
export const readBodySchema = z.strictObject({ is_read: z.literal(true) });

/** Body of `PUT notifications`: the user's notifications to mark, all if none are named. */
export const readManyBodySchema = readBodySchema.extend({
  ids: z.array(idSchema).min(1).max(100).optional(),
});

/** The unread count after a change. */
export const unreadSchema = z.object({ unread: z.int() });

/**
 * Payload of `notification_read`: the ids of the user's notifications that were marked as read, null for all, and the number of
 * unread ones.
 */
export const notificationsReadSchema = unreadSchema.extend({ ids: z.array(idSchema).nullable() });
export type NotificationsRead = z.infer<typeof notificationsReadSchema>;

/** Payload of `notification_remove`: the notifications about a deleted record. */
export const notificationsRemovedSchema = z.object({ ids: z.array(idSchema) });
export type NotificationsRemoved = z.infer<typeof notificationsRemovedSchema>;

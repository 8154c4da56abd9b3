import { z } from 'zod';
import { idSchema, momentSchema, pageSchema } from '#kernel/contract/index.ts';

/**
 * A notification; what it is about stands under the key of its type: `application: {id}`,
 * `message: {application_id, message}`, `forward: {application_id, message}`.
 */
export const notificationSchema = z.looseObject({
  id: idSchema,
  type: z.string(),
  is_read: z.boolean(),
  createdAt: momentSchema,
});
export type Notification = z.infer<typeof notificationSchema>;

/** Answer of `GET notifications`: a page, newest first, and the count for the bell. */
export const notificationPageSchema = pageSchema(notificationSchema).extend({ unread: z.int() });
export type NotificationPage = z.infer<typeof notificationPageSchema>;

/** Query of `GET notifications`. */
export const notificationQuerySchema = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  is_read: z.enum(['true', 'false']).optional(),
});

/** Body of `PUT notifications/{id}` and, for all of one's own, `PUT notifications`. */
export const readBodySchema = z.strictObject({ is_read: z.literal(true) });

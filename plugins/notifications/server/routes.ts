import { z } from 'zod';
import { fail, idParamSchema, pageOf, signedIn } from '#kernel/contract/index.ts';
import { route } from '#kernel/server/plugin.ts';
import {
  notificationPageSchema,
  notificationQuerySchema,
  notificationSchema,
  readBodySchema,
} from '../contract.ts';
import { presentNotification } from './presenter.ts';
import { listNotifications, markAllRead, markRead } from './store.ts';

/** `GET notifications`: one's own. */
export const list = route({
  method: 'GET',
  path: 'notifications',
  summary: 'One’s own notifications, newest first',
  access: signedIn,
  query: notificationQuerySchema,
  answer: notificationPageSchema,
  async handle({ database, viewer, query: { page, limit, is_read } }) {
    const isRead = is_read === undefined ? null : is_read === 'true';
    const found = await listNotifications(database, { viewer, isRead, page, limit });
    const { rows, length, unread } = found;
    return { ...pageOf(rows.map(presentNotification), { page, limit, length }), unread };
  },
});

/** `PUT notifications/:id`. */
export const readOne = route({
  method: 'PUT',
  path: 'notifications/:id',
  summary: 'Marks a notification as read',
  access: signedIn,
  params: z.object({ id: idParamSchema }),
  body: readBodySchema,
  answer: notificationSchema,
  async handle({ database, viewer, params }) {
    const row = await markRead(database, viewer, params.id);
    if (!row) throw fail('not_found');
    return presentNotification(row);
  },
});

/** `PUT notifications`. */
export const readAll = route({
  method: 'PUT',
  path: 'notifications',
  summary: 'Marks all of one’s own notifications as read',
  access: signedIn,
  body: readBodySchema,
  answer: z.object({ unread: z.int() }),
  async handle({ database, viewer }) {
    await markAllRead(database, viewer.id);
    return { unread: 0 };
  },
});

import { z } from 'zod';
import { fail, idParamSchema, pageOf, signedIn } from '#kernel/plugin-api/contract.ts';
import { routesOf } from '#kernel/plugin-api/server.ts';
import {
  notificationPageSchema,
  notificationQuerySchema,
  notificationSchema,
  readBodySchema,
  readManyBodySchema,
  unreadSchema,
} from '../contract.ts';
import { notifications } from '../manifest.ts';
import { presentNotification } from './presenter.ts';
import { countUnread, listNotifications } from './store/read.ts';
import { markRead, markSeveralRead } from './store/write.ts';

const route = routesOf(notifications);

/** `GET notifications`: the user's own. */
export const list = route({
  method: 'GET',
  path: 'notifications',
  summary: 'The user’s notifications, newest first',
  access: signedIn,
  query: notificationQuerySchema,
  response: notificationPageSchema,
  async handle({ database, viewer, query, context: { notices, timeZone } }) {
    if (query.type !== undefined && !notices.some(({ type }) => type === query.type))
      throw fail('invalid', { fields: { type: { key: 'kernel:validation.option' } } });
    const { rows, length, unread } = await listNotifications(database, { viewer, timeZone, ...query });
    const { page, limit } = query;
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
  response: notificationSchema,
  async handle({ database, viewer, params: { id }, emit }) {
    const row = await markRead(database, viewer, id);
    if (!row) throw fail('not_found');
    const unread = await countUnread(database, viewer);
    emit('notification_read', { ids: [id], unread }, { adminIds: [viewer.id] });
    return presentNotification(row);
  },
});

/** `PUT notifications`. */
export const readMany = route({
  method: 'PUT',
  path: 'notifications',
  summary: 'Marks some or all of the user’s notifications as read',
  access: signedIn,
  body: readManyBodySchema,
  response: unreadSchema,
  async handle({ database, viewer, body: { ids = null }, emit }) {
    await markSeveralRead(database, viewer, ids);
    const unread = await countUnread(database, viewer);
    emit('notification_read', { ids, unread }, { adminIds: [viewer.id] });
    return { unread };
  },
});

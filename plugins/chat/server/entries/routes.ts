import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { fail, idParamSchema, idSchema, pageOf, superAdmin } from '#kernel/contract/index.ts';
import { assertVersion, changedFields } from '#kernel/records/server/crud/index.ts';
import { routesOf, type Effects } from '#kernel/server/api/index.ts';
import {
  entryBodySchema,
  entryListQuerySchema,
  entryPageSchema,
  entrySchema,
  type Entry,
  type EntryBody,
} from '../../contract.ts';
import { chat } from '../../manifest.ts';
import { refuse } from '../errors.ts';
import { gatherShipped, type OpenKnowledge } from '../knowledge-base.ts';
import { presentEntry } from './presenter.ts';
import { deleteEntry, findEntry, insertEntry, listPage, updateEntry } from './store.ts';

const route = routesOf(chat);
const params = z.object({ id: idParamSchema });

/** `GET chatbot/entries`. */
export const listRoute = (openKnowledge: OpenKnowledge) =>
  route({
    method: 'GET',
    path: 'chatbot/entries',
    summary: 'A page of the assistant’s knowledge base',
    access: superAdmin,
    query: entryListQuerySchema,
    response: entryPageSchema,
    async handle({ context, hooks, query, language }) {
      const { shipped } = await openKnowledge(hooks);
      const { rows, length } = await listPage(context.database, query, {
        language,
        shipped: [...shipped.keys()],
      });
      return pageOf(rows.map(presentEntry), { page: query.page, limit: query.limit, length });
    },
  });

/** `GET chatbot/entries/:id`. */
export const show = route({
  method: 'GET',
  path: 'chatbot/entries/:id',
  summary: 'An entry of the assistant’s knowledge base',
  access: superAdmin,
  params,
  response: entrySchema,
  handle: ({ database, hooks, params: { id } }) => readEntry(database, hooks, id),
});

/** `POST chatbot/entries`. */
export const create = route({
  method: 'POST',
  path: 'chatbot/entries',
  summary: 'Adds an entry to the assistant’s knowledge base',
  access: superAdmin,
  body: entryBodySchema,
  response: entrySchema,
  status: 201,
  async handle({ database, hooks, viewer, body, audit, emit }) {
    const id = await insertEntry(database, body, viewer.id);
    const details = { fields: Object.keys(body) };
    await audit({ action: 'chat.entry.create', subjectType: 'chat_entry', subjectId: id, details });
    emit('chat_entry_change', { id, change: 'created' });
    return readEntry(database, hooks, id);
  },
});

/** `PUT chatbot/entries/:id`. */
export const update = route({
  method: 'PUT',
  path: 'chatbot/entries/:id',
  summary: 'Changes an entry of the assistant’s knowledge base',
  access: superAdmin,
  params,
  body: entryBodySchema,
  versioned: true,
  response: entrySchema,
  async handle({ database, hooks, params: { id }, body, version, audit, emit }) {
    const before = await readEntry(database, hooks, id, { lock: true });
    assertVersion({ version }, before);
    const original = await originalOf(hooks, before);
    const changed = original !== null && !isDeepStrictEqual({ ...original, enabled: body.enabled }, body);
    await updateEntry(database, id, { body, changed });
    const details = { fields: changedFields(before, body) };
    await audit({ action: 'chat.entry.update', subjectType: 'chat_entry', subjectId: id, details });
    emit('chat_entry_change', { id, change: 'updated' });
    return readEntry(database, hooks, id);
  },
});

/** `POST chatbot/entries/:id/reset`. */
export const reset = route({
  method: 'POST',
  path: 'chatbot/entries/:id/reset',
  summary: 'Brings a changed entry back to what was shipped',
  access: superAdmin,
  params,
  versioned: true,
  response: entrySchema,
  async handle({ database, hooks, params: { id }, version, audit, emit }) {
    const before = await readEntry(database, hooks, id, { lock: true });
    assertVersion({ version }, before);
    const original = await originalOf(hooks, before);
    if (!original) throw refuse('not_shipped');
    await updateEntry(database, id, { body: original, changed: false });
    const details = { fields: changedFields(before, original) };
    await audit({ action: 'chat.entry.reset', subjectType: 'chat_entry', subjectId: id, details });
    emit('chat_entry_change', { id, change: 'updated' });
    return readEntry(database, hooks, id);
  },
});

/** `DELETE chatbot/entries/:id`. */
export const remove = route({
  method: 'DELETE',
  path: 'chatbot/entries/:id',
  summary: 'Deletes an entry of the deployment’s own',
  access: superAdmin,
  params,
  versioned: true,
  response: z.object({ id: idSchema }),
  async handle({ database, hooks, params: { id }, version, audit, emit }) {
    const before = await readEntry(database, hooks, id, { lock: true });
    assertVersion({ version }, before);
    // It would come back with the next start; it can be switched off.
    if (before.shipped !== null) throw refuse('shipped_stays');
    await deleteEntry(database, id);
    await audit({ action: 'chat.entry.delete', subjectType: 'chat_entry', subjectId: id });
    emit('chat_entry_change', { id, change: 'deleted' });
    return { id };
  },
});

async function readEntry(
  database: Parameters<typeof findEntry>[0],
  hooks: Effects['hooks'],
  id: number,
  { lock = false } = {},
): Promise<Entry> {
  const shipped = await gatherShipped(hooks);
  const row = await findEntry(database, id, { shipped: [...shipped.keys()], lock });
  if (!row) throw fail('not_found');
  return presentEntry(row);
}

/** An entry as its plugin ships it; null for the deployment's own. */
async function originalOf(hooks: Effects['hooks'], { shipped }: Entry): Promise<EntryBody | null> {
  const original = shipped === null ? undefined : (await gatherShipped(hooks)).get(shipped);
  if (!original) return null;
  const { uz, ru, audience, path } = original;
  return { uz, ru, audience, path, enabled: true };
}

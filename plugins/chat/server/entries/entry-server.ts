import { sql } from 'kysely';
import { z } from 'zod';
import { idParamSchema, type Knowledge } from '#kernel/plugin-api/contract.ts';
import { type Columns, type Effects, recordServer, routesOf } from '#kernel/plugin-api/server.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { entry, type Entry, type EntryBody } from '../../contract.ts';
import { chat } from '../../manifest.ts';
import { codedError } from '../core/errors.ts';
import type { ShippedEntries } from './shipped-entries.ts';

const origins = {
  shipped: (row: Columns) => sql`${row('shipped')} is not null and not ${row('changed')}`,
  changed: (row: Columns) => row('changed'),
  own: (row: Columns) => sql`${row('shipped')} is null`,
} as const;

/** The condition for available entries: the deployment's own, and those of the enabled plugins. */
export function isAvailable(shipped: ReadonlyMap<string, Knowledge>) {
  return (row: Columns) =>
    sql`(${row('shipped')} is null or ${row('shipped')} = any(${[...shipped.keys()]}))`;
}

/** Creates the store and the routes of the entries. */
export function createEntryServer(shippedEntries: ShippedEntries) {
  const readShipped = async (hooks: Effects['hooks']) => (await shippedEntries.read(hooks)).shipped;

  /** An entry as its plugin ships it; null for the deployment's own. */
  async function originalOf(hooks: Effects['hooks'], { shipped }: Entry): Promise<EntryBody | null> {
    const original = shipped === null ? undefined : (await readShipped(hooks)).get(shipped);
    if (!original) return null;
    const { uz, ru, audience, path } = original;
    return { uz, ru, audience, path, enabled: true };
  }

  const { store, routes, change } = recordServer(chat, entry, {
    filters: {
      audience: (audience: Entry['audience'], row) => sql`${row('audience')} = ${audience}`,
      origin: (origin: keyof typeof origins, row) => origins[origin](row),
      enabled: (enabled: 'true' | 'false', row) => sql`${row('enabled')} = ${enabled === 'true'}`,
    },
    condition: async ({ hooks }) => isAvailable(await readShipped(hooks)),
    async derive({ hooks }, body, before) {
      const original = before && (await originalOf(hooks, before));
      return {
        changed: original !== null && !sameValues({ ...original, enabled: body.enabled }, body),
      };
    },
    assertRemovable({ shipped }) {
      // The next start would restore it; disable it instead.
      if (shipped !== null) throw codedError('shipped_not_removable');
    },
  });

  const reset = routesOf(chat)({
    method: 'POST',
    path: 'chatbot/entries/:id/reset',
    summary: 'Resets a changed entry to its shipped version',
    access: entry.access,
    params: z.object({ id: idParamSchema }),
    versioned: true,
    response: entry.schema,
    handle: (call) =>
      change(call, call.params.id, {
        verb: 'reset',
        async bodyOf(before) {
          const original = await originalOf(call.hooks, before);
          if (!original) throw codedError('not_shipped');
          return original;
        },
      }),
  });
  return { store, routes: [...routes, reset] };
}

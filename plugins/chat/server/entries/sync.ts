import { sql } from 'kysely';
import type { Knowledge } from '#kernel/plugin-api/contract.ts';
import { type DatabaseTransaction, textColumnsOf } from '#kernel/plugin-api/server.ts';
import { entry } from '../../contract.ts';

/**
 * Updates the shipped entries in the database. Entries changed by a super admin stay unchanged. An entry that
 * its plugin no longer ships is deleted or, if it was changed, becomes the deployment's own.
 */
export async function syncShipped(
  database: DatabaseTransaction,
  entries: readonly Knowledge[],
): Promise<void> {
  // Serializes nodes that start together.
  await sql`select pg_advisory_xact_lock(hashtext('chat_entries'))`.execute(database);
  const rows = entries.map(({ key, audience, path, ...texts }) => ({
    key,
    audience,
    path,
    ...textColumnsOf(entry, texts),
  }));
  await sql`
    insert into chat_entries as e (shipped, audience, path, name_uz, name_ru, asks_uz, asks_ru, text_uz, text_ru,
      fold_uz, fold_ru)
    select key, audience, path, name_uz, name_ru, asks_uz, asks_ru, text_uz, text_ru, fold_uz, fold_ru
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as shipped (key text, audience text, path text, name_uz text,
      name_ru text, asks_uz text, asks_ru text, text_uz text, text_ru text, fold_uz text, fold_ru text)
    on conflict (shipped) do update
    set audience = excluded.audience, path = excluded.path, name_uz = excluded.name_uz, name_ru = excluded.name_ru,
      asks_uz = excluded.asks_uz, asks_ru = excluded.asks_ru, text_uz = excluded.text_uz, text_ru = excluded.text_ru,
      fold_uz = excluded.fold_uz, fold_ru = excluded.fold_ru, updated_at = now()
    where not e.changed and (e.audience, e.path, e.fold_uz, e.fold_ru, e.name_uz, e.name_ru, e.asks_uz, e.asks_ru,
      e.text_uz, e.text_ru) is distinct from (excluded.audience, excluded.path, excluded.fold_uz, excluded.fold_ru,
      excluded.name_uz, excluded.name_ru, excluded.asks_uz, excluded.asks_ru, excluded.text_uz, excluded.text_ru)
  `.execute(database);
  const keys = entries.map(({ key }) => key);
  // Only for plugins that ship entries now: entries of disabled plugins stay, with their changes, until these
  // are enabled again.
  const prefixes = [...new Set(keys.map(pluginPrefix))];
  const gone = sql`shipped ^@ any(${prefixes}::text[]) and shipped <> all(${keys}::text[])`;
  await sql`delete from chat_entries where ${gone} and not changed`.execute(database);
  await sql`update chat_entries set shipped = null, changed = false where ${gone}`.execute(database);
}

/** What the keys of a plugin's entries begin with: a key is `<plugin>/<key>`. */
function pluginPrefix(key: string): string {
  return `${key.split('/', 1)[0] ?? ''}/`;
}

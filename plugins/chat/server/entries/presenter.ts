import { presentRecord } from '#kernel/records/server/crud/index.ts';
import type { Entry, EntryBody } from '../../contract.ts';
import type { EntryRow } from './store.ts';

/** The texts of an entry, by language. */
export function presentTexts(
  row: Omit<EntryRow, 'author' | 'author_id' | 'created_at' | 'updated_at'>,
): Pick<EntryBody, 'uz' | 'ru'> {
  return {
    uz: { name: row.name_uz, asks: row.asks_uz, text: row.text_uz },
    ru: { name: row.name_ru, asks: row.asks_ru, text: row.text_ru },
  };
}

/** An entry as super admins see it. */
export function presentEntry(row: EntryRow): Entry {
  const { id, audience, path, enabled, shipped, changed } = row;
  return { id, ...presentTexts(row), audience, path, enabled, shipped, changed, ...presentRecord(row) };
}

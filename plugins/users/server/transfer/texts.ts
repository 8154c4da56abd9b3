import type { Language } from '#kernel/domain/text/languages.ts';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import { citizenColumns, type CitizenColumn } from '../../contract.ts';

/** Texts of the server in one language: `translate('sheet.name')` is `users:sheet.name`. */
export type Translate = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** The texts of a call. */
export function translateIn(language: Language, { text }: Pick<ServerContext, 'text'>): Translate {
  return (key, params) => text(language, key.includes(':') ? key : `users:${key}`, params);
}

/** The header of each column of template and import. */
export function headersOf(translate: Translate): Readonly<Record<CitizenColumn, string>> {
  const entries = citizenColumns.map((column) => [column, translate(`sheet.columns.${column}`)]);
  return Object.fromEntries(entries) as Record<CitizenColumn, string>;
}

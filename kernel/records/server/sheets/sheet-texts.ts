import type { Language } from '#kernel/domain/text/languages.ts';
import type { ServerContext } from '#kernel/server/api/index.ts';

/**
 * Translates a plugin's texts into one language: `translate('sheet.name')` is `users:sheet.name` for the plugin
 * `users`.
 */
export type Translate = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** The texts of a plugin's spreadsheets. */
export interface SheetTexts<Column extends string> {
  /** The texts in a language. */
  translateIn(language: Language, context: Pick<ServerContext, 'text'>): Translate;
  /** The header of each column, the text `sheet.columns.<column>`. */
  headersOf(translate: Translate): Readonly<Record<Column, string>>;
}

/**
 * Reads the texts of a plugin's spreadsheets with these columns.
 *
 * @example const { translateIn, headersOf } = sheetTextsOf(households.id, importColumns);
 */
export function sheetTextsOf<Column extends string>(
  namespace: string,
  columns: readonly Column[],
): SheetTexts<Column> {
  return {
    translateIn:
      (language, { text }) =>
      (key, params) =>
        text(language, key.includes(':') ? key : `${namespace}:${key}`, params),
    headersOf(textOf) {
      const entries = columns.map((column) => [column, textOf(`sheet.columns.${column}`)]);
      return Object.fromEntries(entries) as Record<Column, string>;
    },
  };
}

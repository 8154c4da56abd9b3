import { sql, type RawBuilder } from 'kysely';
import { escapeLike, foldedWords } from './search-words.ts';

/** Every word of a text, folded, stands in one of the columns, which hold folded texts; true for an empty text. */
export function matchesFolded(
  text: string | undefined,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  const words = foldedWords(text ?? '');
  if (words.length === 0) return text?.trim() ? sql`false` : sql`true`;
  const all = words.map((word) => {
    const pattern = `%${escapeLike(word)}%`;
    return sql`(${sql.join(
      columns.map((column) => sql`${column} like ${pattern}`),
      sql` or `,
    )})`;
  });
  return sql`(${sql.join(all, sql` and `)})`;
}

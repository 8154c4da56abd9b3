import { sql, type RawBuilder } from 'kysely';

/** The condition that a text, or JSON as text, contains one of the marks of a person. */
export function mentionsPerson(text: RawBuilder<unknown>, marks: readonly string[]): RawBuilder<boolean> {
  return sql`exists (select from unnest(${[...marks]}::text[]) as mark where strpos(lower(${text}), lower(mark)) > 0)`;
}

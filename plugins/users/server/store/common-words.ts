import { sql } from 'kysely';
import { type Fragment, readSearch } from '#kernel/plugin-api/server.ts';

/** The words of a name that are counted, at most (008-common-words.sql). */
const wordsOfName = 4;

/**
 * Whether a text surely finds more citizens than a number, by the counted words of names alone: a boolean expression. Nobody is
 * counted more than once with a word, nor more than four times with all of them; so there are as many as have the commonest of
 * the words that fit, and a quarter of the sum. Null where the counters tell nothing: of several words, and of digits.
 */
export function matchesOftenEnough(text: string, number: number): Fragment | null {
  const { patterns, digits } = readSearch(text);
  const [pattern] = patterns;
  if (pattern === undefined || patterns.length > 1 || digits !== null) return null;
  // The words of a search key follow spaces, and so do patterns of two letters.
  return sql`(
    select coalesce(max(count) > ${number} or sum(count) > ${number * wordsOfName}, false) from (
      select word, sum(count) as count from (
        select word, count from user_word_counts where is_common and ' ' || word like ${pattern}
        union all
        select key, delta from user_count_deltas where grain = 'word' and ' ' || key like ${pattern}
      ) as counted group by word
    ) as found
  )`;
}

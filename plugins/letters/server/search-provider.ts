import { sql } from 'kysely';
import { padId } from '#kernel/domain/text/index.ts';
import type { SearchCall, SearchProvider } from '#kernel/plugin-api/server.ts';
import {
  letter,
  letterApplication,
  lettersWith,
  lettersWithin,
  type LetterRow,
  selectLetters,
} from './store/rows.ts';

/** Finds letters by number, addressee and subject for the search in the top bar. */
export const find: SearchProvider<'own'> = {
  async find(text, call) {
    const condition = sql`${lettersWithin(letterApplication, call.area)} and ${lettersWith(text)}`;
    const rows = await selectLetters(
      call.context.database,
      sql`${condition} order by ${letter('id')} desc limit ${call.limit}`,
    );
    return rows.map((row) => present(row, call));
  },
  async findByIds(ids, call) {
    const condition = sql`${letter('id')} = any(${[...ids]}::bigint[]) and ${lettersWithin(letterApplication, call.area)}`;
    return (await selectLetters(call.context.database, condition)).map((row) => present(row, call));
  },
};

function present(row: LetterRow, { language, context }: SearchCall<'own'>) {
  return {
    id: row.id,
    title: `№ ${row.register_number}`,
    subtitle: [row.subject, `№ ${padId(row.application_id)}`].join(' · '),
    ...(row.status === 'issued'
      ? {}
      : {
          status: {
            tone: 'rejected' as const,
            text: context.text(language, `letters:status.${row.status}`),
          },
        }),
    path: `/letters/list?open=${row.id}`,
  };
}

import type { ReactNode } from 'react';
import type { Names, Person } from '#kernel/contract/wire.ts';
import { fullName } from '#kernel/domain/text/person-names.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { useLanguage, useName } from '#kernel/client/i18n/language-store.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useDates, type Dates } from '#kernel/client/dates/use-dates.tsx';
import type { RecordColumn } from './list-view.ts';

type AuthorshipKey = 'author' | 'createdAt' | 'updatedAt';

interface Authored {
  readonly author: Person | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** How the columns of authors and times are shown. */
export interface AuthorshipOptions {
  /** Shows days, and hours on hover; for lists with many columns. */
  readonly brief?: boolean | undefined;
  /** From which width of the window on there is room for some of them; for lists with much beside. */
  readonly from?: Partial<Record<AuthorshipKey, number>> | undefined;
  /** Those that are there only when a user wants them. */
  readonly optional?: readonly AuthorshipKey[] | undefined;
}

/** The columns that every list of records ends with: who made it, when, and when it was last changed. */
export function useAuthorshipColumns({
  brief = false,
  from = {},
  optional = [],
}: AuthorshipOptions = {}): RecordColumn<Authored>[] {
  const t = useText();
  const dates = useDates();
  const momentColumn = (key: 'createdAt' | 'updatedAt') => ({
    key,
    title: t(`records.${key}`),
    cell: (record: Authored) => record[key] && momentCell(record[key], dates, brief),
    sortable: true,
    tabular: true,
    width: brief ? 110 : 150,
    minWidth: from[key],
    optional: optional.includes(key),
  });
  return [
    {
      key: 'author',
      title: t('records.author'),
      cell: ({ author }) => author && fullName(author),
      sortable: true,
      truncate: true,
      minWidth: from.author,
      optional: optional.includes('author'),
    },
    momentColumn('createdAt'),
    momentColumn('updatedAt'),
  ];
}

/** A moment in a table's cell; `brief` shows the day alone. */
export function momentCell(iso: string, dates: Dates, brief: boolean = false): ReactNode {
  return (
    <time dateTime={iso} title={brief ? dates.dateTime(iso) : undefined}>
      {brief ? dates.date(iso) : dates.dateTime(iso)}
    </time>
  );
}

interface NameColumnsOptions {
  readonly title: string;
  /** How the name is shown, such as with MFY behind it. */
  readonly dress?: ((name: string) => string) | undefined;
}

/** The name in the current language, which cannot be hidden, and in the others, which can. */
export function useNameColumns({ title, dress = String }: NameColumnsOptions): RecordColumn<Names>[] {
  const t = useText();
  const nameOf = useName();
  const { language } = useLanguage();
  const others = languages.filter((other) => other !== language);
  return [
    { key: 'name', title, cell: (item) => dress(nameOf(item)), sortable: true, fixed: true, primary: true },
    ...others.map((other) => ({
      key: `name_${other}`,
      title: t('records.nameIn', { title, language: t(`language.${other}`) }),
      cell: (item: Names) => item[other]?.name,
      optional: true,
    })),
  ];
}

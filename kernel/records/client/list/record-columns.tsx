import type { ReactNode } from 'react';
import type { Names, Person } from '#kernel/contract/http/wire.ts';
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
  /** Shows dates, with the time on hover; for lists with many columns. */
  readonly brief?: boolean | undefined;
  /** The window width from which each column is shown; for lists with many columns. */
  readonly from?: Partial<Record<AuthorshipKey, number>> | undefined;
  /** The columns that are shown only if the user chooses them. */
  readonly optional?: readonly AuthorshipKey[] | undefined;
}

/** The last columns of every list of records: author, creation and last change. */
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

/** A point in time in a table cell; `brief` shows only the day. */
export function momentCell(iso: string, dates: Dates, brief: boolean = false): ReactNode {
  return (
    <time dateTime={iso} title={brief ? dates.dateTime(iso) : undefined}>
      {brief ? dates.date(iso) : dates.dateTime(iso)}
    </time>
  );
}

interface NameColumnsOptions {
  readonly title: string;
  /** Formats the name, for example with MFY after it. */
  readonly formatName?: ((name: string) => string) | undefined;
}

/** The columns of names: the one of the current language cannot be hidden, the others can. */
export function useNameColumns({ title, formatName = String }: NameColumnsOptions): RecordColumn<Names>[] {
  const t = useText();
  const nameOf = useName();
  const { language } = useLanguage();
  const others = languages.filter((other) => other !== language);
  return [
    {
      key: 'name',
      title,
      cell: (item) => formatName(nameOf(item)),
      sortable: true,
      fixed: true,
      primary: true,
    },
    ...others.map((other) => ({
      key: `name_${other}`,
      title: t('records.nameIn', { title, language: t(`language.${other}`) }),
      cell: (item: Names) => item[other]?.name,
      optional: true,
    })),
  ];
}

import type { Person } from '#kernel/contract/wire.ts';
import { fullName } from '#kernel/contract/text/names.ts';
import { languages, type Names } from '#kernel/contract/wire.ts';
import { useLanguage } from '../text/language-store.ts';
import { useText } from '../text/i18n.ts';
import { useDates } from '../text/use-dates.tsx';
import { useName } from '../text/use-name.ts';
import type { RecordColumn } from './list-view.ts';

interface Authored {
  readonly author: Person | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The columns that every list of records ends with: who made it, when, and when it was last changed. */
export function useAuthorshipColumns(): RecordColumn<Authored>[] {
  const t = useText();
  const dates = useDates();
  return [
    {
      key: 'author',
      title: t('records.author'),
      cell: ({ author }) => author && fullName(author),
      sortable: true,
      truncate: true,
    },
    {
      key: 'createdAt',
      title: t('records.createdAt'),
      cell: ({ createdAt }) => createdAt && dates.dateTime(createdAt),
      sortable: true,
      tabular: true,
      width: 150,
    },
    {
      key: 'updatedAt',
      title: t('records.updatedAt'),
      cell: ({ updatedAt }) => updatedAt && dates.dateTime(updatedAt),
      sortable: true,
      tabular: true,
      width: 150,
    },
  ];
}

interface NameColumnsOptions {
  readonly title: string;
  /** How the name is shown, such as with MFY behind it. */
  readonly dress?: ((name: string) => string) | undefined;
}

/** The name in the language of the moment, which stays, and in the other ones, for who wants them. */
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

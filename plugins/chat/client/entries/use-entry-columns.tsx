import { useText } from '#kernel/client/index.ts';
import { useAuthorshipColumns, useNameColumns, type RecordColumn } from '#kernel/client/records/index.ts';
import { StatusBadge } from '#kernel/client/ui/index.ts';
import type { Entry } from '../../contract.ts';

/** The columns of the knowledge base. */
export function useEntryColumns(): RecordColumn<Entry>[] {
  const t = useText('chat');
  const names = useNameColumns({ title: t('entries.name') });
  const [author, created, updated] = useAuthorshipColumns({ brief: true });
  const originOf = ({ shipped, changed }: Entry) =>
    shipped === null ? 'own' : changed ? 'changed' : 'shipped';
  return [
    ...names,
    {
      key: 'audience',
      title: t('entries.audience'),
      cell: ({ audience }) => t(`entries.audiences.${audience}`),
      width: 230,
    },
    {
      key: 'origin',
      title: t('entries.origin'),
      cell: (entry) => (
        <StatusBadge plain tone={originOf(entry) === 'shipped' ? 'canceled' : 'created'}>
          {t(`entries.origins.${originOf(entry)}`)}
        </StatusBadge>
      ),
      width: 150,
    },
    {
      key: 'enabled',
      title: t('entries.state'),
      cell: ({ enabled }) => t(`entries.states.${enabled}`),
      width: 140,
    },
    ...[author, created, updated].flatMap((column) =>
      column ? [{ ...column, optional: column.key !== 'updatedAt' }] : [],
    ),
  ];
}

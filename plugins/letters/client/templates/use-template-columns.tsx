import {
  type RecordColumn,
  StatusBadge,
  useAuthorshipColumns,
  useNameColumns,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { ListedTemplate } from '../data/queries.ts';

/** The columns of the templates. */
export function useTemplateColumns(): RecordColumn<ListedTemplate>[] {
  const t = useText('letters');
  const names = useNameColumns({ title: t('templates.name') });
  const authorship = useAuthorshipColumns({ brief: true, optional: ['author', 'createdAt'] });
  return [
    ...names,
    { key: 'kind', title: t('templates.kind'), cell: ({ kind }) => t(`templates.kinds.${kind}`), width: 130 },
    {
      key: 'state',
      title: t('templates.state'),
      cell: ({ enabled }) => (
        <StatusBadge plain tone={enabled ? 'neutral' : 'late'}>
          {t(`templates.states.${enabled}`)}
        </StatusBadge>
      ),
      width: 150,
    },
    {
      key: 'version',
      title: t('templates.version'),
      cell: ({ version }) => version,
      tabular: true,
      width: 90,
    },
    ...authorship,
  ];
}

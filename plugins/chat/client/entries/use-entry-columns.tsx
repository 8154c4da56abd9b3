import { styled } from 'styled-components';
import {
  type RecordColumn,
  StatusBadge,
  useAuthorshipColumns,
  useNameColumns,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Entry } from '../../contract.ts';

/** The columns of the knowledge base. */
export function useEntryColumns(): RecordColumn<Entry>[] {
  const t = useText('chat');
  const names = useNameColumns({ title: t('entries.name') });
  const authorship = useAuthorshipColumns({ brief: true, optional: ['author', 'createdAt'] });
  const originOf = ({ shipped, changed }: Entry) =>
    shipped === null ? 'own' : changed ? 'changed' : 'shipped';
  return [
    ...names,
    {
      key: 'audience',
      title: t('entries.audience'),
      cell: ({ audience }) => t(`entries.audiences.${audience}`),
      width: 200,
    },
    {
      key: 'origin',
      title: t('entries.origin'),
      cell: (entry) => (
        <Badges>
          <StatusBadge plain tone={originOf(entry) === 'shipped' ? 'neutral' : 'created'}>
            {t(`entries.origins.${originOf(entry)}`)}
          </StatusBadge>
          {entry.enabled ? null : (
            <StatusBadge plain tone="late">
              {t('entries.states.false')}
            </StatusBadge>
          )}
        </Badges>
      ),
      width: 150,
    },
    ...authorship,
  ];
}

const Badges = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: 4px;
`;

import { send, useText } from '#kernel/client/index.ts';
import type { BulkAction } from '#kernel/records/client/index.ts';
import { householdsDocument, type ListedHousehold } from '../../queries.ts';

/** What can be done with many households at once: deleting them, each in the version that was seen. */
export function useHouseholdBulk(): readonly BulkAction<ListedHousehold>[] {
  const t = useText('households');
  return [
    {
      key: 'delete',
      danger: true,
      label: (total) => t('bulk.delete', { total }),
      title: (total, count) => t('bulk.deleteTitle', { total, count }),
      text: t('bulk.deleteText'),
      working: t('bulk.deleting'),
      done: (total, count) => t('bulk.deleted', { total, count }),
      act: ({ id, updatedAt }) => send('DELETE', `households/${id}`, undefined, { version: updatedAt }),
      documents: [householdsDocument],
    },
  ];
}

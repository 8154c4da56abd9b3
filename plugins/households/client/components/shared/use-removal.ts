import { useText } from '#kernel/client/index.ts';
import { removeRecord } from '#kernel/records/client/index.ts';
import { householdsDocument, type ListedHousehold } from '../../queries.ts';
import { useAddress } from './use-address.ts';

/** Where the list is: where one goes from a form, and after deleting. */
export const listPath = '/households/list';

/** Deletes a household, after asking with its address. */
export function useRemoval(): (household: ListedHousehold, onRemoved?: () => void) => Promise<void> {
  const t = useText('households');
  const { addressOf } = useAddress();
  return async (household, onRemoved) => {
    const gone = await removeRecord({
      path: `households/${household.id}`,
      version: household.updatedAt,
      title: t('deleteTitle'),
      text: addressOf(household),
      done: t('deleted'),
      documents: [householdsDocument],
    });
    if (gone) onRemoved?.();
  };
}

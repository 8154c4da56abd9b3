import { removeRecord, useName, useText } from '#kernel/plugin-api/client.ts';
import { neighborhoodsDocument, type ListedNeighborhood } from './queries.ts';

/** The path of the list, to which the user returns from a form and after deleting. */
export const listPath = '/neighborhoods/list';

/** Deletes a neighbourhood after a confirmation that shows its name. */
export function useRemoval(): (neighborhood: ListedNeighborhood, onRemoved?: () => void) => Promise<void> {
  const t = useText('neighborhoods');
  const nameOf = useName();
  return async (neighborhood, onRemoved) => {
    const gone = await removeRecord({
      path: `neighborhoods/${neighborhood.id}`,
      version: neighborhood.updatedAt,
      title: t('deleteTitle', { name: t('mfy', { name: nameOf(neighborhood) }) }),
      text: t('deleteText'),
      done: t('deleted'),
      documents: [neighborhoodsDocument],
    });
    if (gone) onRemoved?.();
  };
}

import { type BulkAction, send, useText } from '#kernel/plugin-api/client.ts';
import type { User } from '../../contract.ts';
import { documents } from '../queries.ts';

/** What can be done with many citizens at once: blocking those who are not, and letting in those who are. */
export function useUserBulk(): readonly BulkAction<User>[] {
  const t = useText('users');
  return ([true, false] as const).map((block) => {
    const kind = block ? 'block' : 'unblock';
    return {
      key: kind,
      danger: block,
      fits: ({ blocked }) => blocked !== block,
      label: (total) => t(`bulk.${kind}`, { total }),
      title: (total, count) => t(`bulk.${kind}Title`, { total, count }),
      text: block ? t('blockText') : undefined,
      working: t(`bulk.${kind}ing`),
      done: (total, count) => t(`bulk.${kind}ed`, { total, count }),
      act: ({ id }) => send('PUT', `users/user/${id}/block?blocked=${block}`),
      documents: [documents.page],
    };
  });
}

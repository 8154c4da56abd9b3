import { type ReactNode, useState } from 'react';
import {
  confirm,
  highlightRow,
  newIdempotencyKey,
  refetchDocuments,
  send,
  toast,
  toastError,
  useCapabilities,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { User } from '../../contract.ts';
import { citizenDocument, documents } from '../data/queries.ts';
import { blockDialog } from './lazy-block-dialog.ts';

/**
 * Blocks or unblocks citizens after a confirmation with their name; if the server stores reasons, one is
 * requested too.
 */
export function useBlock(): { readonly requestBlock: (user: User) => void; readonly dialog: ReactNode } {
  const t = useText('users');
  const hasReasons = useCapabilities('users').includes('users.write');
  const [pending, setPending] = useState<{ readonly user: User; readonly key: string } | null>(null);

  function finish(user: User, blocked: boolean): void {
    const name = fullName(user);
    toast.success(blocked ? t('blocked', { name }) : t('unblocked', { name }));
    highlightRow('users', user.id);
    void refetchDocuments(documents.page, citizenDocument);
  }

  async function change(user: User): Promise<void> {
    const name = fullName(user);
    const blocked = !user.blocked;
    try {
      const done = await confirm({
        title: blocked ? t('blockTitle', { name }) : t('unblockTitle', { name }),
        text: blocked ? t('blockText') : undefined,
        danger: blocked,
        action: () => send('PUT', `users/user/${user.id}/block?blocked=${blocked}`),
      });
      if (done) finish(user, blocked);
    } catch (error) {
      toastError(error);
    }
  }

  return {
    requestBlock: (user) =>
      hasReasons && !user.blocked ? setPending({ user, key: newIdempotencyKey() }) : void change(user),
    dialog: pending ? (
      <blockDialog.Component
        about={pending.user.id}
        title={t('blockTitle', { name: fullName(pending.user) })}
        onClose={() => setPending(null)}
        onConfirm={async (reason) => {
          const { user, key } = pending;
          await send('PUT', `users/user/${user.id}/block?blocked=true`, { reason }, { idempotencyKey: key });
          finish(user, true);
          setPending(null);
        }}
      />
    ) : null,
  };
}

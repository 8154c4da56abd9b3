import { type ReactNode, useRef, useState } from 'react';
import { type BulkAction, send, useCapabilities, useText } from '#kernel/plugin-api/client.ts';
import type { User } from '../../contract.ts';
import { documents } from '../data/queries.ts';
import { blockDialog } from './lazy-block-dialog.ts';

interface BlockRequest {
  readonly title: string;
  readonly answer: (reason: string | null) => void;
}

/**
 * Returns the bulk actions on citizens: blocking and unblocking. If the server stores reasons, the dialog asks for one reason for
 * all citizens that are blocked at once.
 */
export function useUserBulk(): { readonly actions: readonly BulkAction<User>[]; readonly dialog: ReactNode } {
  const t = useText('users');
  const hasReasons = useCapabilities('users').includes('users.write');
  const [request, setRequest] = useState<BlockRequest | null>(null);
  const reason = useRef<string | null>(null);

  async function openReasonDialog({ title }: { readonly title: string }): Promise<boolean> {
    reason.current = await new Promise<string | null>((answer) => setRequest({ title, answer }));
    setRequest(null);
    return reason.current !== null;
  }

  const actions = ([true, false] as const).map((block): BulkAction<User> => {
    const kind = block ? 'block' : 'unblock';
    const needsReason = block && hasReasons;
    return {
      key: kind,
      danger: block,
      fits: ({ blocked }) => blocked !== block,
      label: (total) => t(`bulk.${kind}`, { total }),
      title: (total, count) => t(`bulk.${kind}Title`, { total, count }),
      text: block ? t('blockText') : undefined,
      ...(needsReason ? { confirm: openReasonDialog } : {}),
      working: t(`bulk.${kind}ing`),
      done: (total, count) => t(`bulk.${kind}ed`, { total, count }),
      act: ({ id }) =>
        send(
          'PUT',
          `users/user/${id}/block?blocked=${block}`,
          needsReason && reason.current !== null ? { reason: reason.current } : undefined,
        ),
      documents: [documents.page],
    };
  });

  return {
    actions,
    dialog: request ? (
      <blockDialog.Component
        about="bulk"
        title={request.title}
        onClose={() => request.answer(null)}
        onConfirm={request.answer}
      />
    ) : null,
  };
}

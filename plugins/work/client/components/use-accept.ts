import { type RefObject, useState } from 'react';
import {
  newIdempotencyKey,
  refetchQueries,
  send,
  toast,
  toastError,
  useText,
} from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { workDocument } from '../queries.ts';

/** Accepts a new application from its row. The row goes, so the focus moves to its neighbour. */
export function useAccept(id: number, row: RefObject<HTMLLIElement | null>) {
  const t = useText('work');
  const [accepting, setAccepting] = useState(false);

  async function run(): Promise<void> {
    const neighbour = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    setAccepting(true);
    try {
      await send(
        'POST',
        `applications/${id}/actions/statuses`,
        { status: 'accepted' },
        { idempotencyKey: newIdempotencyKey() },
      );
      toast.success(t('accepted', { number: padId(id) }));
      neighbour?.querySelector<HTMLElement>('button, a')?.focus();
    } catch (error) {
      toastError(error);
    } finally {
      setAccepting(false);
      // Somebody else may have been faster.
      void refetchQueries(workDocument);
    }
  }

  return { accept: () => void run(), accepting };
}

import { useState } from 'react';
import { newIdempotencyKey, send, toast, toastError, toRequestError, type RequestError, useText } from '#kernel/client/index.ts';
import type { Status, StatusBody } from '../../../contract.ts';

/** Changes the status of an application; whatever comes of it, the application is read again. */
export function useStatusChange(id: number, reload: () => Promise<void>) {
  const t = useText('applications');
  const [accepting, setAccepting] = useState(false);
  const [acceptKey] = useState(newIdempotencyKey);
  const [picked, setPicked] = useState<Status | null>(null);

  async function change(body: StatusBody, idempotencyKey: string): Promise<RequestError | null> {
    try {
      await send('POST', `applications/${id}/actions/statuses`, body, { idempotencyKey });
      toast.success(t('detail.statusChanged'));
      return null;
    } catch (error) {
      return toRequestError(error);
    } finally {
      // After a refusal too: somebody else may have changed it meanwhile.
      await reload();
    }
  }

  return {
    accepting,
    async accept(): Promise<void> {
      setAccepting(true);
      const error = await change({ status: 'accepted' }, acceptKey);
      if (error) toastError(error);
      setAccepting(false);
    },
    /** The status for which a reason is asked. */
    picked,
    pick: setPicked,
    /** Resolves to what went wrong, if anything. */
    async changeTo(status: Status, note: string, idempotencyKey: string): Promise<RequestError | null> {
      return change({ status: status as StatusBody['status'], note }, idempotencyKey);
    },
  };
}

import { toast } from '../ui/feedback/toast-store.ts';
import { confirm, type ConfirmRequest } from '../ui/overlays/confirm-store.ts';
import { toastError } from './request-error.ts';

/** A change that is asked about before it is made. */
export interface ChangeRequest extends ConfirmRequest {
  /** Makes the change. */
  readonly action: () => unknown;
  /** Said once it is made. */
  readonly done?: string | (() => string) | undefined;
  /** Reads again what it concerns: after a refusal too, since another user may have changed it. */
  readonly refetch: () => unknown;
}

/**
 * Asks, makes a change, and says that it is done or why it is not. Resolves to whether it was made, without waiting for what is read again.
 *
 * @example await confirmChange({ title, action: () => send('DELETE', path), done: t('lifted'), refetch: () => refetchQueries(holds) });
 */
export async function confirmChange({ done, refetch, ...request }: ChangeRequest): Promise<boolean> {
  let isDone = false;
  try {
    isDone = await confirm(request);
    if (!isDone) return false;
    if (done !== undefined) toast.success(typeof done === 'string' ? done : done());
  } catch (error) {
    toastError(error);
  }
  void refetch();
  return isDone;
}

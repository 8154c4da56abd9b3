import { toast } from '../ui/feedback/toast-store.ts';
import { confirm, type ConfirmRequest } from '../ui/overlays/confirm-store.ts';
import { toastError } from './request-error.ts';

/** A change with a confirmation. */
export interface ChangeRequest extends ConfirmRequest {
  /** Makes the change. */
  readonly action: () => unknown;
  /** The message after the change. */
  readonly done?: string | (() => string) | undefined;
  /** Reloads the affected data, also after a failure, since others may have changed them. */
  readonly refetch: () => unknown;
}

/**
 * Makes a change after a confirmation, and shows a message on success or failure. Resolves to whether it was made, without
 * waiting for the reload.
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

import { proxy, ref } from 'valtio/vanilla';

/** A confirmation before an action. */
export interface ConfirmRequest {
  readonly title: string;
  readonly text?: string | undefined;
  /** The action; the dialog shows its progress, and closes when it ends or fails. */
  readonly action?: (() => unknown) | undefined;
  /** For actions that cannot be undone: the confirm button is red. */
  readonly danger?: boolean | undefined;
  /** Replaces the default labels of the buttons. */
  readonly confirmLabel?: string | undefined;
  readonly cancelLabel?: string | undefined;
}

interface Pending {
  readonly id: number;
  readonly request: ConfirmRequest;
  readonly answer: (yes: boolean) => void;
  /** Answers "no", unless the user has confirmed and the action is running. */
  readonly cancel: () => void;
}

let lastId = 0;

/** The pending confirmation; `ConfirmHost` renders it. */
export const confirmStore = proxy<{ pending: Pending | null }>({ pending: null });

/**
 * Opens a confirmation; resolves to whether the user confirmed and the action finished. Rejects if the action throws,
 * after the dialog has closed, so that the caller can show the error. A second confirmation replaces the first: it
 * cancels it, or, if its action is running, lets it finish without a dialog.
 *
 * @example if (await confirm({ title: t('delete'), danger: true, action: () => remove(id) })) toast.success(t('deleted'));
 */
export async function confirm(request: ConfirmRequest): Promise<boolean> {
  confirmStore.pending?.cancel();
  let isRunning = false;
  let failure: { readonly error: unknown } | null = null;
  const guarded: ConfirmRequest = {
    ...request,
    action: async () => {
      isRunning = true;
      try {
        await request.action?.();
      } catch (error) {
        failure = { error };
      }
    },
  };
  const yes = await new Promise<boolean>((answer) => {
    const cancel = (): void => {
      if (!isRunning) answer(false);
    };
    confirmStore.pending = ref({ id: ++lastId, request: guarded, answer, cancel });
  });
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
  return yes;
}

/** Closes the confirmation with an answer. */
export function resolveConfirm(pending: Pending, yes: boolean): void {
  if (confirmStore.pending === pending) confirmStore.pending = null;
  pending.answer(yes);
}

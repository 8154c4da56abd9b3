import { useSnapshot } from 'valtio';
import { answerConfirm, confirmStore } from './confirm-store.ts';
import { lazyPart } from './lazy-part.ts';

/** Draws what `confirm()` asks; stands once, in the shell. */
export function ConfirmHost() {
  const { pending } = useSnapshot(confirmStore);
  return pending === null ? null : (
    <dialog.Part key={pending.id} {...pending.request} onAnswer={(yes) => answerConfirm(pending, yes)} />
  );
}

const dialog = lazyPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

import { useSnapshot } from 'valtio';
import { resolveConfirm, confirmStore } from './confirm-store.ts';
import { lazyComponent } from './lazy-component.ts';

/** Renders the dialog of `confirm()`; mounted once, in the shell. */
export function ConfirmHost() {
  const { pending } = useSnapshot(confirmStore);
  return pending === null ? null : (
    <dialog.Component key={pending.id} {...pending.request} onClose={(yes) => resolveConfirm(pending, yes)} />
  );
}

const dialog = lazyComponent(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

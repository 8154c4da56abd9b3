import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useText } from '../i18n/i18n.ts';
import { confirm } from '../ui/overlays/confirm-store.ts';

/** The mounted guards with unsaved changes. */
const dirtyGuards = new Set<symbol>();

/**
 * Asks for a confirmation before a page with unsaved changes is left, by a link, the back button, or closing the
 * window. Several guards may be mounted, such as those of a form and of a dialog above it: leaving asks if any is dirty.
 */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    const guard = Symbol('guard');
    const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    dirtyGuards.add(guard);
    addEventListener('beforeunload', preventUnload);
    return () => {
      dirtyGuards.delete(guard);
      removeEventListener('beforeunload', preventUnload);
    };
  }, [dirty]);
}

/** Asks on behalf of all guards. For the shell alone: the router consults only one blocker. */
export function useLeaveQuestion(): void {
  const t = useText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirtyGuards.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    let isConfirming = true;
    void confirm({ title: t('leave.title'), text: t('leave.text'), danger: true }).then((yes) => {
      if (!isConfirming) return;
      if (yes) blocker.proceed();
      else blocker.reset();
    });
    // Pressing "back" again asks again, for a navigation of its own.
    return () => void (isConfirming = false);
  }, [blocker, t]);
}

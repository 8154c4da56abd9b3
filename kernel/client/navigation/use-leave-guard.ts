import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useText } from '../i18n/i18n.ts';
import { confirm } from '../ui/overlays/confirm-store.ts';

/** Asks before a page with unsaved changes is left, by link, back button, or closing the window. */
export function useLeaveGuard(dirty: boolean): void {
  const t = useText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({ title: t('leave.title'), text: t('leave.text'), danger: true }).then((yes) =>
      yes ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, t]);
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);
}

import { useEffect, useRef, useState } from 'react';
import { useText } from '#kernel/client/index.ts';
import { Button, VisuallyHidden } from '#kernel/client/ui/index.ts';
import { Dialog } from '#kernel/client/ui/overlays/dialog.tsx';
import type { ShownWarning } from './start-watch.ts';

export interface IdleDialogProps {
  readonly warning: ShownWarning;
  readonly onLeave: () => void;
}

/** The remaining seconds that screen readers announce; every second would be too many. */
const spokenSeconds = [30, 10];

/** Warns that the session ends soon, and counts down. */
export function IdleDialog({ warning: { endsAt, isFinal, now, stay }, onLeave }: IdleDialogProps) {
  const t = useText();
  const count = useSecondsUntil(endsAt, now);
  const stayButton = useRef<HTMLButtonElement>(null);
  const spoken = spokenSeconds.findLast((seconds) => count <= seconds);
  return (
    <Dialog
      open
      kind="alert"
      onClose={stay}
      title={t('idle.title')}
      description={
        <>
          {t(isFinal ? 'idle.maxLifetime' : 'idle.text', { count })}
          <VisuallyHidden aria-live="assertive" aria-atomic="true">
            {spoken === undefined ? '' : t('idle.secondsLeft', { count: spoken })}
          </VisuallyHidden>
        </>
      }
      initialFocus={stayButton}
      footer={
        <>
          <Button onClick={onLeave}>{t('shell.signOut')}</Button>
          <Button ref={stayButton} variant="primary" onClick={stay}>
            {t(isFinal ? 'idle.understood' : 'idle.continue')}
          </Button>
        </>
      }
    />
  );
}

/** Full seconds until a moment on a clock, at least 0. */
function useSecondsUntil(moment: number, now: () => number): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now]);
  return Math.max(0, Math.ceil((moment - time) / 1000));
}

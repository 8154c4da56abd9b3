import { useEffect, useState, type ReactNode } from 'react';
import { BootFailure } from './boot-failure.tsx';
import { loadShell } from './load-shell.ts';
import { Splash } from '../layout/splash.tsx';

/** Fetches the signed-in part and shows it; a failed download can be tried again. */
export function SignedInGate() {
  const [attempt, setAttempt] = useState(0);
  return <Gate key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

function Gate({ onRetry }: { readonly onRetry: () => void }) {
  const [view, setView] = useState<ReactNode>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    loadShell()
      .then(({ prepareShell }) => prepareShell())
      .then(
        (shell) => gone || setView(shell),
        (error: unknown) => {
          reportError(error);
          if (!gone) setFailed(true);
        },
      );
    return () => {
      gone = true;
    };
  }, []);
  if (failed) return <BootFailure onRetry={onRetry} />;
  return view ?? <Splash />;
}

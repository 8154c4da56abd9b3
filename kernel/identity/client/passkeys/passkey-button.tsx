import { useState } from 'react';
import { toast, toRequestError, useText } from '#kernel/client/index.ts';
import { ProblemBanner, Button } from '#kernel/client/ui/index.ts';
import { clearToasts } from '#kernel/client/ui/feedback/toast-store.ts';
import { takeSession } from '../session/session-lifecycle.ts';
import { accountPath } from '../session/sign-in-methods.ts';

interface PasskeyButtonProps {
  /** The ticket of the first step; without it the passkey is the whole sign-in. */
  readonly ticket?: string | undefined;
  readonly primary?: boolean | undefined;
  /** Called when the first step has to be repeated. */
  readonly onExpired?: ((cause: string) => void) | undefined;
}

/** Signs in with a passkey; an error is shown below the button. */
export function PasskeyButton({ ticket, primary = false, onExpired }: PasskeyButtonProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function go(): Promise<void> {
    clearToasts();
    setProblem('');
    setBusy(true);
    try {
      const { signChallenge } = await import('./ceremony.ts');
      const step = ticket === undefined ? {} : { ticket };
      const path = accountPath('login/passkey');
      await takeSession(path, { ...step, passkey: await signChallenge(`${path}/options`, step) });
      toast.success(t('login.done'));
    } catch (error) {
      const { code, text } = toRequestError(error);
      setBusy(false);
      if (code === 'sign_in_expired' && onExpired) onExpired(text);
      else setProblem(text);
    }
  }

  return (
    <>
      <Button
        size="large"
        wide
        variant={primary ? 'primary' : 'default'}
        loading={busy}
        onClick={() => void go()}
      >
        {t('login.passkey')}
      </Button>
      <ProblemBanner>{problem}</ProblemBanner>
    </>
  );
}

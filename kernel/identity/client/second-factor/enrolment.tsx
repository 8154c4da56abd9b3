import { useState } from 'react';
import { send } from '#kernel/client/data/send.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { FactorPasswordForm } from './factor-password-form.tsx';
import { FactorSecretForm, type FactorSecret } from './factor-secret-form.tsx';

interface EnrolmentProps {
  /** Told before something comes on the screen that is shown only once, and taken back when it did not. */
  readonly onHold?: ((held: boolean) => void) | undefined;
  readonly onDone: () => void;
}

/** Adds a second factor in three steps: the password once more, the secret with its first code, the recovery codes. */
export function Enrolment({ onHold, onDone }: EnrolmentProps) {
  const [secret, setSecret] = useState<FactorSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function begin(password: string): Promise<void> {
    setSecret(await send<FactorSecret>('POST', 'admins/admin/second-factor', { password }));
  }

  async function confirm(code: string): Promise<void> {
    // The session is told of the change by the socket too, and perhaps before the codes are here.
    onHold?.(true);
    try {
      const path = 'admins/admin/second-factor';
      const answer = await send<{ recovery_codes: string[] }>('PUT', path, { code });
      setCodes(answer.recovery_codes);
    } catch (error) {
      onHold?.(false);
      throw error;
    }
  }

  if (codes !== null) return <RecoveryCodes codes={codes} isFirst onDone={onDone} />;
  if (secret !== null) return <FactorSecretForm secret={secret} onSubmit={confirm} />;
  return <FactorPasswordForm onSubmit={begin} />;
}

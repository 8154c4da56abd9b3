import { useEffect, useState } from 'react';
import { send, toRequestError, useText } from '#kernel/client/index.ts';
import type { Factor } from '../../contract/account.ts';
import { usePasskeys } from '../passkeys/use-passkeys.ts';
import { accountPath } from '../session/sign-in-methods.ts';

/** A proof of identity: the password and, with a second factor, a code; or a passkey, and then both are empty. */
export interface IdentityProof {
  readonly password: string;
  readonly code: string;
  readonly passkey?: object;
}

/** The ways in which users can prove their own identity. */
export interface OwnFactors {
  readonly password: boolean;
  readonly code: boolean;
  readonly passkey: boolean;
  /** Whether a passkey is required that this browser cannot use. */
  readonly isBlocked: boolean;
  readonly hardwareRequired: boolean;
}

/**
 * Reads the ways in which users can prove their identity; another `revision` reads them again. Null until the server has
 * responded, and while `isNeeded` is false.
 */
export function useOwnFactors(revision = 0, isNeeded = true): OwnFactors | null {
  const canSign = usePasskeys();
  const [factor, setFactor] = useState<Pick<Factor, 'ways' | 'hardware_required'> | null>(null);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const stopped = new AbortController();
    send<Factor>('GET', accountPath('admin/second-factor')).then(
      (response) => stopped.signal.aborted || setFactor(response),
      () => stopped.signal.aborted || setFactor({}),
    );
    return () => stopped.abort();
    // A new `revision` reads again.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [revision, isNeeded]);
  if (factor === null) return null;
  // A server without passkeys does not list ways: it requires password and code.
  const { ways = ['code'], hardware_required: hardwareRequired = false } = factor;
  const [code, passkey] = [ways.includes('code'), ways.includes('passkey')];
  return {
    password: code || !passkey,
    code,
    passkey: passkey && canSign,
    isBlocked: passkey && !code && !canSign,
    hardwareRequired,
  };
}

const blank = { password: '', code: '', passkey: '' };

/** The state of a form that asks for a proof: fields, errors and submission. */
export function useProof(ways: OwnFactors | null, onSubmit: (proof: IdentityProof) => Promise<void>) {
  const t = useText();
  const [proof, setProof] = useState({ password: '', code: '' });
  const [problems, setProblems] = useState(blank);
  const [sending, setSending] = useState(false);

  async function attempt(make: () => Promise<IdentityProof>): Promise<void> {
    if (sending) return;
    setSending(true);
    setProblems(blank);
    try {
      await onSubmit(await make());
    } catch (error) {
      const { fields, text } = toRequestError(error);
      const { password = '', code = '', passkey = '' } = fields;
      setProblems({ password, code, passkey: passkey || (password || code ? '' : text) });
      setSending(false);
    }
  }

  return {
    proof,
    problems,
    sending,
    change(field: 'password' | 'code', value: string): void {
      setProof({ ...proof, [field]: value });
      setProblems({ ...problems, [field]: '', passkey: '' });
    },
    byPasskey: () =>
      attempt(async () => {
        const { proveByPasskey } = await import('../passkeys/ceremony.ts');
        return { password: '', code: '', passkey: await proveByPasskey() };
      }),
    /** Submits password and code, or the passkey if there is no other factor. */
    async submit(): Promise<void> {
      if (!ways || sending) return;
      if (!ways.password) return ways.isBlocked ? undefined : this.byPasskey();
      const missing = {
        password: proof.password === '' ? t('secondFactor.passwordRequired') : '',
        code: ways.code && proof.code.trim() === '' ? t('secondFactor.anyCodeRequired') : '',
      };
      if (missing.password || missing.code) return setProblems({ ...blank, ...missing });
      return attempt(async () => proof);
    },
  };
}

export type ProofState = ReturnType<typeof useProof>;

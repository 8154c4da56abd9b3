import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { translate } from '#kernel/client/i18n/i18n.ts';
import { RequestError } from '#kernel/client/data/request-error.ts';
import { send } from '#kernel/client/data/send.ts';
import { accountPath } from '../session/sign-in-methods.ts';

/**
 * Asks a call for a challenge, and the browser for a passkey that signs it; resolves to what the server checks. Rejects with a
 * `RequestError` where the person changed their mind, or the browser has none.
 */
export async function signChallenge(path: string, body?: object): Promise<object> {
  const { options } = await send<{ options: PublicKeyCredentialRequestOptionsJSON }>('POST', path, body);
  return withReadableErrors(startAuthentication({ optionsJSON: options }));
}

/** Creates a proof by one of the user's passkeys. Rejects as {@link signChallenge}. */
export function proveByPasskey(): Promise<object> {
  return signChallenge(accountPath('admin/passkeys/challenge'));
}

/** Has the browser make a passkey, and adds it. Rejects as {@link signChallenge}. */
export async function addPasskey(name: string, proof: object): Promise<void> {
  const path = accountPath('admin/passkeys');
  const { options } = await send<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    'POST',
    `${path}/options`,
    proof,
  );
  const passkey = await withReadableErrors(startRegistration({ optionsJSON: options }));
  await send('POST', path, { name, passkey });
}

/** Translates the errors of the browser's ceremony into readable ones. */
async function withReadableErrors<Result>(ceremony: Promise<Result>): Promise<Result> {
  try {
    return await ceremony;
  } catch (error) {
    throw new RequestError({
      status: 0,
      code: 'passkey',
      text: translate(`kernel:passkeys.${reasonOf(error)}`),
    });
  }
}

function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'alreadyAdded';
  if (name === 'SecurityError') return 'unsupportedAddress';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  const { code = '' } = error instanceof WebAuthnError ? error : {};
  return /MISSING|ALG/.test(code) ? 'unsupportedDevice' : 'failed';
}

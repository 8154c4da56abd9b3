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
 * Requests a challenge from a call and a signature from the browser; resolves to the body that the server verifies.
 * Rejects with a `RequestError` if the user cancels or the browser has no passkey.
 */
export async function signChallenge(path: string, body?: object): Promise<object> {
  const { options } = await send<{ options: PublicKeyCredentialRequestOptionsJSON }>('POST', path, body);
  return withReadableErrors(startAuthentication({ optionsJSON: options }));
}

/** Creates a proof with one of the user's passkeys. Rejects like {@link signChallenge}. */
export function proveByPasskey(): Promise<object> {
  return signChallenge(accountPath('admin/passkeys/challenge'));
}

/** Creates a passkey in the browser and adds it to the account. Rejects like {@link signChallenge}. */
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

/** Translates browser errors of a WebAuthn ceremony into readable ones. */
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

import type { ServerContext } from '#kernel/plugin-api/server.ts';
import type { intake } from '../../manifest.ts';
import { codedError } from '../core/errors.ts';

const timeoutMs = 8000;

/**
 * Sends a text to a phone through the deployment's gateway: `POST` of `{phone, text}` as JSON, with
 * `KOMAK_SMS_KEY`, if set, as a bearer token. Any 2xx is success. Throws `gateway` otherwise.
 */
export async function sendText(
  { config, log }: ServerContext<typeof intake>,
  message: { readonly phone: string; readonly text: string },
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
  const key = variables['KOMAK_SMS_KEY'];
  try {
    const response = await fetch(config.gateway, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (response.ok) return;
    log.warn({ status: response.status }, 'the SMS gateway rejected a message');
  } catch (error) {
    log.warn({ err: error }, 'the SMS gateway is unavailable');
  }
  throw codedError('gateway', { retryAfter: 30 });
}

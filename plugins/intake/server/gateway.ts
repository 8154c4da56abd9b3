import type { ServerContext } from '#kernel/plugin-api/server.ts';
import type { intake } from '../manifest.ts';
import { refuse } from './core/errors.ts';

const timeoutMs = 8000;

/**
 * Sends a text to a phone through the gateway of the deployment: `POST` of `{phone, text}` as JSON to its address, with the
 * environment's `KOMAK_SMS_KEY`, if there is one, as a bearer token. Any 2xx is success. Throws `gateway` otherwise.
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
    log.warn({ status: response.status }, 'the gateway for phones refused a text');
  } catch (error) {
    log.warn({ err: error }, 'the gateway for phones was not reached');
  }
  throw refuse('gateway', { retryAfter: 30 });
}

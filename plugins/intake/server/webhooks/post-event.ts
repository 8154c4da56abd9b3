import { createHmac } from 'node:crypto';
import type { SiteEvent } from '../../contract.ts';

/** The vault's purpose for the encrypted secrets of webhooks. */
export const secretPurpose = 'intake webhook';

const timeoutMs = 10_000;

/** Error codes of a kept-alive connection that the peer has closed. */
const staleConnection = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** The address that events are sent to, and the secret that signs them. */
export interface Receiver {
  readonly webhook: string;
  readonly secret: Buffer;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/**
 * Signs as in Standard Webhooks: an HMAC-SHA256 over id, seconds and body, so that a receiver can reject old
 * and repeated events.
 */
export function signatureOf(secret: Buffer, id: string, seconds: number, body: string): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/**
 * Posts an event; null if the site has accepted it, otherwise the reason. A site may close a kept-alive
 * connection just when it is reused: that is not a failure of the site, and is retried once immediately.
 */
export async function postEvent(receiver: Receiver, event: SiteEvent): Promise<string | null> {
  const problem = await post(receiver, event);
  return problem !== null && staleConnection.has(problem) ? post(receiver, event) : problem;
}

async function post({ webhook, secret, signal }: Receiver, event: SiteEvent): Promise<string | null> {
  const body = JSON.stringify(event);
  const id = `evt_${event.id}`;
  const seconds = Math.floor(Date.now() / 1000);
  try {
    const response = await fetch(webhook, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Komak-Webhook',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(secret, id, seconds, body),
      },
      body,
      // A redirect could lead anywhere.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? name;
  }
}

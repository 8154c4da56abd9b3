import { z } from 'zod';
import type { ConfigOf } from '#kernel/contract/index.ts';
import type { oneId } from '../manifest.ts';

/** The service as this deployment knows it; the secret is in the environment and nowhere else. */
export interface Provider {
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

/** Why nobody was identified: the service said no, or it could not be asked. */
export class ProviderError extends Error {
  readonly outcome: 'refused' | 'unavailable';

  constructor(outcome: 'refused' | 'unavailable', reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'ProviderError';
    this.outcome = outcome;
  }
}

/** The service, or null where the deployment has not set it up. */
export function providerOf(
  config: ConfigOf<typeof oneId>,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Provider | null {
  const clientSecret = variables['KOMAK_ONEID_SECRET'] ?? '';
  const { address, clientId, scope } = config;
  return address === '' || clientId === '' || clientSecret === ''
    ? null
    : { address, clientId, clientSecret, scope };
}

/** Where a browser goes to be identified. */
export function authorizationAddress(
  { address, clientId, scope }: Provider,
  { state, redirectUri }: { state: string; redirectUri: string },
): URL {
  const url = new URL(address);
  url.searchParams.set('response_type', 'one_code');
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('scope', scope);
  url.searchParams.set('state', state);
  return url;
}

const tokenSchema = z.object({ access_token: z.string().min(1).max(8000) });

/** The result is a text and so is the word of truth; a boolean there is not the service speaking. */
const identitySchema = z.object({
  ret_cd: z.literal('0'),
  valid: z.literal('true'),
  pin: z.string().regex(/^\d{14}$/),
});

/** Exchanges a one-time code for the number (JSHSHIR) of whoever has signed in there. Throws a {@link ProviderError}. */
export async function identify(provider: Provider, code: string, redirectUri: string): Promise<string> {
  const { clientId, clientSecret, scope } = provider;
  const client = { client_id: clientId, client_secret: clientSecret };
  const token = await ask(provider, tokenSchema, {
    grant_type: 'one_authorization_code',
    ...client,
    redirect_uri: redirectUri,
    code,
  });
  const identity = await ask(provider, identitySchema, {
    grant_type: 'one_access_token_identify',
    ...client,
    access_token: token.access_token,
    scope,
  });
  return identity.pin;
}

/** Milliseconds that the service has for each answer. */
const patience = 8000;
const longestAnswer = 256 * 1024;

async function ask<Answer>(
  { address }: Provider,
  schema: z.ZodType<Answer>,
  form: Readonly<Record<string, string>>,
): Promise<Answer> {
  const what = form['grant_type'] ?? '';
  const text = await fetchText(address, form, what);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ProviderError('unavailable', `${what}: the answer is not JSON`, { cause: error });
  }
  const read = schema.safeParse(body);
  // Only names of fields: the values are of a person.
  if (!read.success) {
    const fields = read.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new ProviderError('refused', `${what}: not as it must be: ${fields}`);
  }
  return read.data;
}

async function fetchText(
  address: string,
  form: Readonly<Record<string, string>>,
  what: string,
): Promise<string> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    if (answer.status >= 500) throw new ProviderError('unavailable', `${what}: ${answer.status}`);
    if (!answer.ok) throw new ProviderError('refused', `${what}: ${answer.status}`);
    if (text.length > longestAnswer)
      throw new ProviderError('unavailable', `${what}: the answer is too long`);
    return text;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError('unavailable', `${what}: no answer`, { cause: error });
  }
}

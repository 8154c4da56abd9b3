import { z } from 'zod';
import type { ConfigOf, IdentifiedPerson } from '#kernel/plugin-api/contract.ts';
import { checkJshshir, checkPassport } from '#kernel/domain/text/index.ts';
import { jshshirPattern } from '#kernel/domain/text/jshshir.ts';
import type { oneId } from '../manifest.ts';

/** The identity provider of the deployment; its secret comes from the environment only. */
export interface Provider {
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

/** The reason why an identification failed: the provider rejected it, or could not be reached. */
export class ProviderError extends Error {
  readonly outcome: 'refused' | 'unavailable';

  constructor(outcome: 'refused' | 'unavailable', reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'ProviderError';
    this.outcome = outcome;
  }
}

/** The configured provider; null without address, client or secret. */
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

/** The address where the browser signs in. */
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

/** The provider sends the result and `valid` as texts; other types do not come from it. */
const identitySchema = z.object({
  ret_cd: z.literal('0'),
  valid: z.literal('true'),
  pin: z.string().regex(jshshirPattern),
});

const nameSchema = z.string().trim().min(1).max(100);

/** A citizen needs a name and a well-formed number. A foreign passport is left out. */
const personSchema = z
  .object({
    ...identitySchema.shape,
    first_name: nameSchema,
    sur_name: nameSchema,
    mid_name: z
      .string()
      .trim()
      .max(100)
      .nullish()
      .transform((name) => name || null),
    pport_no: z.string().max(40).nullish(),
  })
  .refine(({ pin }) => checkJshshir(pin).ok, { path: ['pin'] });

/** Exchanges a one-time code for the user's number (JSHSHIR). Throws a {@link ProviderError}. */
export async function identify(provider: Provider, code: string, redirectUri: string): Promise<string> {
  const { pin } = await exchange(provider, { code, redirectUri }, identitySchema);
  return pin;
}

/** Exchanges a one-time code for the service's data about a person. Throws a {@link ProviderError}. */
export async function identifyPerson(
  provider: Provider,
  code: string,
  redirectUri: string,
): Promise<IdentifiedPerson> {
  const found = await exchange(provider, { code, redirectUri }, personSchema);
  const written = (found.pport_no ?? '').replace(/\s/g, '');
  const passport = checkPassport(written.slice(0, 2), written.slice(2));
  return {
    firstName: found.first_name,
    lastName: found.sur_name,
    fatherName: found.mid_name,
    personalNumber: found.pin,
    passport: passport.ok ? { series: passport.series, number: passport.number } : null,
  };
}

async function exchange<Identity>(
  provider: Provider,
  { code, redirectUri }: { readonly code: string; readonly redirectUri: string },
  schema: z.ZodType<Identity>,
): Promise<Identity> {
  const { clientId, clientSecret, scope } = provider;
  const client = { client_id: clientId, client_secret: clientSecret };
  const token = await request(provider, tokenSchema, {
    grant_type: 'one_authorization_code',
    ...client,
    redirect_uri: redirectUri,
    code,
  });
  return request(provider, schema, {
    grant_type: 'one_access_token_identify',
    ...client,
    access_token: token.access_token,
    scope,
  });
}

const timeoutMs = 8000;
const maxResponseLength = 256 * 1024;

async function request<Result>(
  { address }: Provider,
  schema: z.ZodType<Result>,
  form: Readonly<Record<string, string>>,
): Promise<Result> {
  const grant = form['grant_type'] ?? '';
  const text = await fetchText(address, form, grant);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ProviderError('unavailable', `${grant}: the response is not JSON`, { cause: error });
  }
  const read = schema.safeParse(body);
  // Field names only: the values are personal data.
  if (!read.success) {
    const fields = read.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new ProviderError('refused', `${grant}: unexpected fields: ${fields}`);
  }
  return read.data;
}

async function fetchText(
  address: string,
  form: Readonly<Record<string, string>>,
  grant: string,
): Promise<string> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.status >= 500) throw new ProviderError('unavailable', `${grant}: ${response.status}`);
    if (!response.ok) throw new ProviderError('refused', `${grant}: ${response.status}`);
    if (text.length > maxResponseLength)
      throw new ProviderError('unavailable', `${grant}: the response is too long`);
    return text;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError('unavailable', `${grant}: no response`, { cause: error });
  }
}

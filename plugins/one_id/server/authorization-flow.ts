import { type ConfigOf, errorsOf } from '#kernel/plugin-api/contract.ts';
import {
  attemptLimits,
  type Cookie,
  type Database,
  isOwnPath,
  isToken,
  makeToken,
  networkOf,
  reserveAttempt,
} from '#kernel/plugin-api/server.ts';
import type { oneId } from '../manifest.ts';
import { authorizationAddress, providerOf, type Provider } from './provider.ts';
import { attemptSeconds, insertAttempt, ticketSeconds } from './store.ts';

/** The path of the cookies: they are sent to these calls only. */
const path = '/api/uz/oneid';
const browserCookie = 'komak-oneid';
const ticketCookie = 'komak-oneid-ticket';

interface Caller {
  readonly database: Database;
  readonly origin: string;
  readonly address: string;
  readonly context: { readonly config: ConfigOf<typeof oneId> };
  cookie(name: string): string | null;
  setCookie(cookie: Cookie): void;
}

/** The errors of this plugin. */
export const codedError = errorsOf('one_id', { not_set_up: 409 });

/** The configured provider; throws `not_set_up` without one. */
export function requireProvider(context: Caller['context']): Provider {
  const provider = providerOf(context.config);
  if (!provider) throw codedError('not_set_up');
  return provider;
}

/** Starts an authorization flow: returns the address of the provider, and binds the callback to this browser. */
export async function startFlow(
  call: Caller,
  options: {
    readonly adminId: number | null;
    readonly sessionId: number | null;
    readonly from: string | undefined;
    readonly subject?: string;
  },
): Promise<URL> {
  const provider = requireProvider(call.context);
  // Each started flow writes a row. One that identifies a person is not counted: an office is behind one address.
  const name = `oneid ${networkOf(call.address)}`;
  const reserved = await reserveAttempt(call.database, name, attemptLimits.address);
  const state = makeToken();
  // Two windows of one browser can run their flows concurrently.
  const browser = browserKeyOf(call) ?? makeToken();
  const redirectUri = `${call.origin}${path}/callback`;
  await insertAttempt(
    call.database,
    { state, browser },
    {
      adminId: options.adminId,
      sessionId: options.sessionId,
      redirectUri,
      returnPath: localPath(options.from),
      subject: options.subject ?? null,
      reserved: [reserved],
    },
  );
  call.setCookie({ name: browserCookie, value: browser, path, maxAge: attemptSeconds });
  return authorizationAddress(provider, { state, redirectUri });
}

/** The key of this browser, if it has started a flow. */
export function browserKeyOf(call: Pick<Caller, 'cookie'>): string | null {
  return cookieToken(call, browserCookie);
}

/** Sets the ticket of a session as a cookie, which scripts cannot read and no address contains. */
export function setTicketCookie(call: Pick<Caller, 'setCookie'>, ticket: string): void {
  call.setCookie({ name: ticketCookie, value: ticket, path, maxAge: ticketSeconds });
}

/** Reads the ticket cookie and deletes it. */
export function consumeTicketCookie(call: Pick<Caller, 'cookie' | 'setCookie'>): string | null {
  const ticket = cookieToken(call, ticketCookie);
  call.setCookie({ name: ticketCookie, value: '', path, maxAge: 0 });
  return ticket;
}

function cookieToken(call: Pick<Caller, 'cookie'>, name: string): string | null {
  const value = call.cookie(name);
  return value !== null && isToken(value) ? value : null;
}

/** A path of this application; the first page for anything else. */
function localPath(text: string | undefined): string {
  return text !== undefined && isOwnPath(text) && !text.startsWith('/login') ? text : '/';
}

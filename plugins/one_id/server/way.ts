import { errorsOf, type ConfigOf } from '#kernel/contract/index.ts';
import { attemptLimits, networkOf, reserveAttempt } from '#kernel/identity/server/attempts.ts';
import { isToken, makeToken } from '#kernel/identity/server/token.ts';
import { isOwnPath } from '#kernel/server/http/responses/redirect.ts';
import type { Cookie, Database } from '#kernel/server/api/index.ts';
import type { oneId } from '../manifest.ts';
import { authorizationAddress, providerOf, type Provider } from './provider.ts';
import { attemptSeconds, keepAttempt, ticketSeconds } from './store.ts';

/** Cookies go to these calls alone. */
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

/** What may be wrong with the service, beside what it says itself. */
export const refuse = errorsOf('one_id', { not_set_up: 409 });

/** The service; throws `not_set_up` where the deployment has none. */
export function requireProvider(context: Caller['context']): Provider {
  const provider = providerOf(context.config);
  if (!provider) throw refuse('not_set_up');
  return provider;
}

/** Begins a way through the service: answers where the browser goes, and ties what comes back to this browser. */
export async function beginWay(
  call: Caller,
  wish: { adminId: number | null; sessionId: number | null; from: string | undefined },
): Promise<URL> {
  const provider = requireProvider(call.context);
  // Whoever begins without end fills a table.
  await reserveAttempt(call.database, `oneid ${networkOf(call.address)}`, attemptLimits.address);
  const state = makeToken();
  // A second window of the same browser goes its way beside the first.
  const browser = browserKey(call) ?? makeToken();
  const redirectUri = `${call.origin}${path}/callback`;
  await keepAttempt(
    call.database,
    { state, browser },
    {
      adminId: wish.adminId,
      sessionId: wish.sessionId,
      redirectUri,
      returnPath: ownPath(wish.from),
    },
  );
  call.setCookie({ name: browserCookie, value: browser, path, maxAge: attemptSeconds });
  return authorizationAddress(provider, { state, redirectUri });
}

/** The key of this browser, if it has begun a way. */
export function browserKey(call: Pick<Caller, 'cookie'>): string | null {
  return tokenIn(call, browserCookie);
}

/** Gives the browser a ticket for its session; no script reads it, and it is in no address. */
export function giveTicket(call: Pick<Caller, 'setCookie'>, ticket: string): void {
  call.setCookie({ name: ticketCookie, value: ticket, path, maxAge: ticketSeconds });
}

/** Takes the ticket out of the browser. */
export function takeTicketOf(call: Pick<Caller, 'cookie' | 'setCookie'>): string | null {
  const ticket = tokenIn(call, ticketCookie);
  call.setCookie({ name: ticketCookie, value: '', path, maxAge: 0 });
  return ticket;
}

function tokenIn(call: Pick<Caller, 'cookie'>, name: string): string | null {
  const value = call.cookie(name);
  return value !== null && isToken(value) ? value : null;
}

/** A path of our own, or the first page. */
function ownPath(text: string | undefined): string {
  return text !== undefined && isOwnPath(text) && !text.startsWith('/login') ? text : '/';
}

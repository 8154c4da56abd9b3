import { anyone, CodedError, fail } from '#kernel/plugin-api/contract.ts';
import {
  beginSession,
  findProofByPin,
  isToken,
  linkPin,
  makeToken,
  networkOf,
  Redirect,
  redirectSchema,
  routesOf,
  writeAudit,
} from '#kernel/plugin-api/server.ts';
import { callbackQuerySchema, sessionResponseSchema, startQuerySchema, type Outcome } from '../contract.ts';
import { oneId } from '../manifest.ts';
import { finishIdentification } from './people.ts';
import { identify, ProviderError, providerOf } from './provider.ts';
import { consumeAttempt, consumeTicket, insertTicket, type Attempt } from './store.ts';
import {
  browserKeyOf,
  consumeTicketCookie,
  requireProvider,
  setTicketCookie,
  startFlow,
} from './authorization-flow.ts';

const route = routesOf(oneId);

/** `GET oneid`: the target of the sign-in page's button. */
export const begin = route({
  method: 'GET',
  path: 'oneid',
  summary: 'Redirects to OneID to sign in',
  access: anyone,
  query: startQuerySchema,
  response: redirectSchema,
  async handle(call) {
    try {
      return new Redirect(await startFlow(call, { adminId: null, sessionId: null, from: call.query.from }));
    } catch (error) {
      // A browser navigates here, so the user reads the error on the page where they started.
      if (error instanceof CodedError && error.status < 500) return toPage(null, 'unavailable');
      throw error;
    }
  },
});

/** `GET oneid/callback`: the browser returns with a one-time code; errors are shown on a page. */
export const callback = route({
  method: 'GET',
  path: 'oneid/callback',
  summary: 'Receives the browser back from OneID',
  access: anyone,
  query: callbackQuerySchema,
  response: redirectSchema,
  async handle(call) {
    const { database, context, query, address } = call;
    const provider = providerOf(context.config);
    if (!provider) return toPage(null, 'unavailable');
    const { state = '', code = '' } = query;
    const browser = browserKeyOf(call);
    const attempt =
      browser !== null && isToken(state) ? await consumeAttempt(database, { state, browser }) : null;
    if (attempt && attempt.subject !== null) {
      const { subject } = attempt;
      return finishIdentification(context, provider, { attempt: { ...attempt, subject }, code });
    }
    if (!attempt?.inTime) return refuse(null, 'state');
    if (code === '') return refuse(attempt, 'cancelled');
    let pin: string;
    try {
      pin = await identify(provider, code, attempt.redirectUri);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      context.log.warn({ reason: error.message }, 'OneID did not identify a person');
      return refuse(attempt, error.outcome);
    }
    return attempt.adminId === null ? signInByPin(pin) : linkToPin(attempt.adminId, pin);

    async function refuse(flow: Attempt | null, outcome: Outcome): Promise<Redirect> {
      // A callback without a started flow is not audited: anyone can send one.
      if (flow) {
        const actor = { adminId: flow.adminId, sessionId: flow.sessionId, address };
        const entry = { action: 'one_id.refuse', subjectType: 'admin', subjectId: flow.adminId };
        await writeAudit(database, actor, { ...entry, details: { outcome } });
      }
      return toPage(flow, outcome);
    }

    async function signInByPin(pinfl: string): Promise<Redirect> {
      const admin = await findProofByPin(database, pinfl);
      if (admin === null) return refuse(attempt, 'unknown');
      const ticket = makeToken();
      await insertTicket(database, ticket, admin);
      setTicketCookie(call, ticket);
      return toPage(attempt, 'done');
    }

    async function linkToPin(adminId: number, pinfl: string): Promise<Redirect> {
      const linked = await context.transaction(async (effects) => {
        const done = await linkPin(effects.database, adminId, pinfl);
        if (done) {
          const actor = { adminId, sessionId: attempt?.sessionId ?? null, address };
          const entry = { action: 'one_id.link', subjectType: 'admin', subjectId: adminId };
          await writeAudit(effects.database, actor, { ...entry, details: { fields: ['pinfl'] } });
        }
        return done;
      });
      return linked ? toPage(attempt, 'linked') : refuse(attempt, 'taken');
    }
  },
});

/** `POST oneid/session`: hands the session over to the page of the returning browser. */
export const session = route({
  method: 'POST',
  path: 'oneid/session',
  summary: 'Returns the session after a sign-in by OneID',
  access: anyone,
  response: sessionResponseSchema,
  transaction: false,
  async handle(call) {
    const { context, address, userAgent, sessionId } = call;
    requireProvider(context);
    const ticket = consumeTicketCookie(call);
    const data = await context.transaction(async ({ database }) => {
      const bearer = ticket === null ? null : await consumeTicket(database, ticket);
      if (bearer === null) throw fail('unauthenticated');
      const admin = { ...bearer, network: networkOf(address) };
      return beginSession(database, admin, {
        address,
        userAgent,
        action: 'one_id.login',
        former: sessionId,
      });
    });
    return { data };
  },
});

/** Redirects to the sign-in, or to the settings when an account is being linked. */
function toPage(flow: Attempt | null, outcome: Outcome): Redirect {
  const query = new URLSearchParams({ oneid: outcome });
  if (flow !== null && flow.adminId !== null) return new Redirect(`/settings?${query.toString()}`);
  if (flow !== null && flow.returnPath !== '/') query.set('from', flow.returnPath);
  return new Redirect(`/login?${query.toString()}`);
}

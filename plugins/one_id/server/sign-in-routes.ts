import { anyone, CodedError, fail } from '#kernel/plugin-api/contract.ts';
import {
  beginSession,
  type Call,
  findProofByPin,
  isToken,
  linkPin,
  lockSession,
  makeToken,
  networkOf,
  Redirect,
  redirectSchema,
  releaseAttempts,
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
    const { database, context, query } = call;
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
    if (!attempt?.inTime) return rejectSignIn(call, null, 'state');
    if (code === '') return rejectSignIn(call, attempt, 'cancelled');
    let pin: string;
    try {
      pin = await identify(provider, code, attempt.redirectUri);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      context.log.warn({ reason: error.message }, 'OneID did not identify a person');
      return rejectSignIn(call, attempt, error.outcome);
    }
    const { adminId } = attempt;
    return adminId === null ? signInByPin(call, attempt, pin) : linkToPin(call, { ...attempt, adminId }, pin);
  },
});

type Callback = Pick<
  Call<unknown, unknown, unknown, typeof oneId>,
  'database' | 'context' | 'address' | 'setCookie'
>;

async function rejectSignIn(
  { database, address }: Callback,
  flow: Attempt | null,
  outcome: Outcome,
): Promise<Redirect> {
  // A callback without a started flow is not audited: anyone can send one.
  if (flow) {
    const actor = { adminId: flow.adminId, sessionId: flow.sessionId, address };
    const entry = { action: 'one_id.refuse', subjectType: 'admin', subjectId: flow.adminId };
    await writeAudit(database, actor, { ...entry, details: { outcome } });
  }
  return toPage(flow, outcome);
}

async function signInByPin(call: Callback, attempt: Attempt, pin: string): Promise<Redirect> {
  const { database } = call;
  const admin = await findProofByPin(database, pin);
  if (admin === null) return rejectSignIn(call, attempt, 'unknown');
  const ticket = makeToken();
  await insertTicket(database, ticket, admin);
  await releaseAttempts(database, attempt.reserved);
  setTicketCookie(call, ticket);
  return toPage(attempt, 'done');
}

/** Links an account, unless its session has ended during the call to the service, such as by a new password. */
async function linkToPin(
  call: Callback,
  attempt: Attempt & { readonly adminId: number },
  pin: string,
): Promise<Redirect> {
  const { adminId, reserved } = attempt;
  const actor = { adminId, sessionId: attempt.sessionId ?? 0, address: call.address };
  try {
    const isLinked = await call.context.transaction(async ({ database }) => {
      await lockSession(database, actor);
      if (!(await linkPin(database, adminId, pin))) return false;
      const entry = { action: 'one_id.link', subjectType: 'admin', subjectId: adminId };
      await writeAudit(database, actor, { ...entry, details: { fields: ['pinfl'] } });
      return true;
    });
    if (!isLinked) return await rejectSignIn(call, attempt, 'taken');
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'unauthenticated') throw error;
    await rejectSignIn(call, attempt, 'state');
    return toPage(null, 'state');
  }
  await releaseAttempts(call.database, reserved);
  return toPage(attempt, 'linked');
}

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

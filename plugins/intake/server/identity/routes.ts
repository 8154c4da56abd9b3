import { z } from 'zod';
import {
  anyone,
  CodedError,
  type HookCaller,
  type IdentifiedPerson,
  personIdentifiedHook,
  personIdentifiersHook,
  type PersonIdentifier,
} from '#kernel/plugin-api/contract.ts';
import {
  type Arrival,
  hooksOf,
  htmlPageSchema,
  isToken,
  makeToken,
  Redirect,
  redirectSchema,
  routesOf,
  type ServerContext,
  type QuotaLimiter,
  isSameSecret,
} from '#kernel/plugin-api/server.ts';
import { checkJshshir, maskJshshir, maskPassport } from '#kernel/domain/text/index.ts';
import { ticketHeader } from '../../contract.ts';
import {
  doneQuerySchema,
  identityBodySchema,
  identityResultSchema,
  identitySecretSchema,
  identityWindowSchema,
  startQuerySchema,
  windowQuerySchema,
  type IdentityResult,
  type ShownPerson,
} from '../../contract/identity.ts';
import { intake } from '../../manifest.ts';
import { callerHeaders, identifyVisitor, visitedSite, visitorQuotas } from '../core/callers.ts';
import { codedError } from '../core/errors.ts';
import { consentPage, outcomePage } from './pages.ts';
import {
  identitySeconds,
  insertOpening,
  readTicketPerson,
  setTicketPerson,
  signedNetwork,
  storeResult,
  consumeLink,
  takeResult,
} from './store.ts';

const route = routesOf(intake);
const base = '/api/uz/intake/identities';
const browserCookie = 'komak-apply';
/** How long a window's address may be opened, in milliseconds: a form stays open for hours. */
const addressMs = 6 * 3_600_000;
const ofTicket = { [ticketHeader]: callerHeaders[ticketHeader] };

type Admit = (arrival: Arrival<typeof intake>) => Promise<void>;
type Vault = ServerContext<typeof intake>['vault'];

/** The current service for identifying citizens; null without one. */
export async function findIdentifier(hooks: HookCaller): Promise<PersonIdentifier | null> {
  const found: PersonIdentifier[] = [];
  await hooks.call(personIdentifiersHook, { add: (one) => void found.push(one) });
  return found.find(({ id }) => id === 'one_id') ?? null;
}

/**
 * The routes by which a visitor proves their identity: those of the form, and of the window that it opens.
 */
export function identityRoutes(limiter: QuotaLimiter, admit: Admit) {
  return [makeAddress(admit), openWindow(limiter), start, done, takeIdentity(admit), removeIdentity(admit)];
}

/** Stores the identified person for the form that requested it. */
export const followIdentification = hooksOf(intake)(
  personIdentifiedHook,
  async ({ subject, result }, { database }, { vault }) => {
    const [, request] = /^intake ([\w-]{43})$/.exec(subject) ?? [];
    if (request !== undefined) await storeResult(database, vault, { request, result });
  },
);

const makeAddress = (admit: Admit) =>
  route({
    method: 'POST',
    path: 'intake/identities',
    summary: 'Creates the address of the window in which a visitor of the widget proves their identity',
    access: anyone,
    embedded: true,
    admit,
    body: identityBodySchema,
    response: identityWindowSchema,
    transaction: false,
    async handle(call) {
      const site = visitedSite(call);
      if (!(await findIdentifier(call.hooks))) throw codedError('identity');
      const { request } = call.body;
      const until = String(Date.now() + addressMs);
      const signature = signWindow(call.context.vault, { request, site, until });
      return { path: `intake/identities/window?${new URLSearchParams({ request, site, until, signature })}` };
    },
  });

const openWindow = (limiter: QuotaLimiter) =>
  route({
    method: 'GET',
    path: 'intake/identities/window',
    summary: 'The first page of the verification window, which names the site and links to OneID',
    access: anyone,
    query: windowQuerySchema,
    response: htmlPageSchema,
    async handle(call) {
      const { context, query, database, address } = call;
      const language = query.language ?? call.language;
      const { request, site, until, signature } = query;
      const isOurs = isSameSecret(signature, signWindow(context.vault, { request, site, until }));
      if (!isOurs || Number(until) < Date.now() || !context.config.visitors) {
        return outcomePage(context, language, 'state');
      }
      try {
        const { limits } = context.config;
        await limiter.count(context.database, visitorQuotas('identity', site, address, limits));
      } catch (error) {
        if (!(error instanceof CodedError) || error.code !== 'too_many') throw error;
        return outcomePage(context, language, 'busy');
      }
      const browser = browserOf(call) ?? makeToken();
      const link = makeToken();
      const network = signedNetwork(context.vault, address);
      await insertOpening(database, { request, site, browser, link, network });
      call.setCookie({ name: browserCookie, value: browser, path: base, maxAge: identitySeconds });
      const next = `${base}/start?${new URLSearchParams({ link, language })}`;
      return consentPage(context, language, { site, address: next });
    },
  });

const start = route({
  method: 'GET',
  path: 'intake/identities/start',
  summary: 'Redirects to OneID; only from the page of the verification window',
  access: anyone,
  query: startQuerySchema,
  response: redirectSchema,
  async handle(call) {
    const browser = browserOf(call);
    const { link } = call.query;
    const request = browser === null ? null : await consumeLink(call.database, { link, browser });
    const identifier = request === null ? null : await findIdentifier(call.hooks);
    if (!identifier) return toDone(request === null ? 'state' : 'unavailable');
    try {
      const flowRequest = { subject: `intake ${request}`, returnPath: `${base}/done` };
      return new Redirect(new URL(await identifier.begin(call, flowRequest)));
    } catch (error) {
      // The browser navigates here, so the visitor reads the error on a page.
      if (error instanceof CodedError && error.status < 500) return toDone('busy');
      throw error;
    }
  },
});

const done = route({
  method: 'GET',
  path: 'intake/identities/done',
  summary: 'The final page of the verification window',
  access: anyone,
  query: doneQuerySchema,
  response: htmlPageSchema,
  handle: ({ context, language, query }) => outcomePage(context, language, query.outcome ?? ''),
});

const takeIdentity = (admit: Admit) =>
  route({
    method: 'POST',
    path: 'intake/identities/result',
    summary:
      'The state of the verification that belongs to the secret of a form; a verified identity is assigned to the ticket and returned masked',
    access: anyone,
    embedded: true,
    headers: ofTicket,
    admit,
    body: identitySecretSchema,
    response: identityResultSchema,
    async handle(call): Promise<IdentityResult> {
      const { database, context, body, address } = call;
      const visitor = await identifyVisitor(call, database);
      const { secret } = body;
      // The response to an earlier call may have been lost.
      const former = await readTicketPerson(database, context.vault, { ticketId: visitor.id, secret });
      if (former) return { state: 'done', problem: null, person: shown(former) };
      const result = await takeResult(database, { secret, site: visitor.site });
      if (!result) return { state: 'waiting', problem: null, person: null };
      const { problem, person, network } = result;
      if (person === null) return { state: 'failed', problem: problem ?? 'state', person: null };
      if (!isSameSecret(network, signedNetwork(context.vault, address))) {
        return { state: 'failed', problem: 'network', person: null };
      }
      await setTicketPerson(database, visitor.id, { person, secret });
      const found = await readTicketPerson(database, context.vault, { ticketId: visitor.id, secret });
      return found
        ? { state: 'done', problem: null, person: shown(found) }
        : { state: 'failed', problem: 'state', person: null };
    },
  });

const removeIdentity = (admit: Admit) =>
  route({
    method: 'POST',
    path: 'intake/identities/removal',
    summary: 'Removes the verified person from a ticket, so that another person can fill in the form',
    access: anyone,
    embedded: true,
    headers: ofTicket,
    admit,
    body: z.strictObject({}),
    response: z.object({ removed: z.boolean() }),
    async handle(call) {
      const { id } = await identifyVisitor(call, call.database);
      await setTicketPerson(call.database, id, null);
      return { removed: true };
    },
  });

function shown({ firstName, lastName, fatherName, personalNumber, passport }: IdentifiedPerson): ShownPerson {
  const check = checkJshshir(personalNumber);
  return {
    first_name: firstName,
    last_name: lastName,
    father_name: fatherName,
    birth_year: 'birthday' in check ? Number(check.birthday.slice(0, 4)) : 0,
    personal_number: maskJshshir(personalNumber),
    passport: passport && maskPassport(passport.series, passport.number),
  };
}

function toDone(outcome: string): Redirect {
  return new Redirect(`${base}/done?${new URLSearchParams({ outcome })}`);
}

function browserOf(call: { cookie(name: string): string | null }): string | null {
  const value = call.cookie(browserCookie);
  return value !== null && isToken(value) ? value : null;
}

function signWindow(
  vault: Vault,
  { request, site, until }: { readonly request: string; readonly site: string; readonly until: string },
): string {
  return vault.sign('intake identity', `${request} ${until} ${site}`);
}

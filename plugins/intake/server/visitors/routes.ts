import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { anyone } from '#kernel/plugin-api/contract.ts';
import {
  hashToken,
  makeToken,
  routesOf,
  type Arrival,
  type Call,
  type QuotaLimiter,
  isSameSecret,
} from '#kernel/plugin-api/server.ts';
import { parsePhone } from '#kernel/domain/text/index.ts';
import {
  codeBodySchema,
  codeCheckSchema,
  fileLimits,
  formSchema,
  ticketBodySchema,
  ticketHeader,
  ticketSchema,
  type IntakeForm,
  type Verification,
} from '../../contract.ts';
import { intake } from '../../manifest.ts';
import { callerHeaders, identifyVisitor, visitedSite, visitorQuotas, day } from '../core/callers.ts';
import { codedError } from '../core/errors.ts';
import { findIdentifier, identityRoutes } from '../identity/routes.ts';
import { sendText } from './gateway.ts';
import { letterChecksOf } from './letter-check-route.ts';
import { makeChallenge, consumeProof } from '../core/proof.ts';

const route = routesOf(intake);
const ticketHours = 6;
const maxCodes = 3;
const maxTries = 5;
const codeMinutes = 10;
const ofTicket = { [ticketHeader]: callerHeaders[ticketHeader] };
const done = z.object({ verified: z.boolean() });

/**
 * The routes that the widget uses before it sends the application. Each call is counted for the network and
 * the site first.
 */
export function visitorRoutes(limiter: QuotaLimiter) {
  /** Reading the form is cheap, and many people share one address: ten times as many as tickets. */
  const admitRead = (arrival: Arrival<typeof intake>) => count(arrival, 'form', 10);
  const admitTicket = (arrival: Arrival<typeof intake>) => count(arrival, 'ticket', 1);

  async function count(arrival: Arrival<typeof intake>, what: string, times: number): Promise<void> {
    const site = visitedSite(arrival);
    const { address, site: ofSite } = arrival.context.config.limits;
    const limits = { address: address * times, site: ofSite * times };
    await limiter.count(arrival.context.database, visitorQuotas(what, site, arrival.address, limits));
  }

  return [
    readForm(admitRead),
    buyTicket(admitTicket),
    sendCode(limiter, admitTicket),
    checkCode(admitRead),
    ...identityRoutes(limiter, admitRead),
  ];
}

type FormCall = Call<unknown, unknown, unknown, typeof intake>;
type Admit = (arrival: Arrival<typeof intake>) => Promise<void>;

const readForm = (admit: Admit) =>
  route({
    method: 'GET',
    path: 'intake/form',
    summary: 'The settings of the widget for citizens, and a proof-of-work challenge',
    access: anyone,
    embedded: true,
    admit,
    response: formSchema,
    async handle(call): Promise<IntakeForm> {
      const { context } = call;
      const { rows } = await sql<{ id: number; name_uz: string; name_ru: string }>`
      select id, name_uz, name_ru from neighborhoods_v1_neighborhoods order by name_uz, id limit 5000`.execute(
        call.database,
      );
      return {
        name: context.deploymentName,
        proof: makeChallenge(context, visitedSite(call)),
        verifications: await verificationsOf(call),
        letters: (await letterChecksOf(call)).length > 0,
        neighborhoods: rows.map(({ id, name_uz, name_ru }) => ({
          id,
          uz: { name: name_uz },
          ru: { name: name_ru },
        })),
        files: fileLimits,
      };
    },
  });

async function verificationsOf({ context, hooks }: Pick<FormCall, 'context' | 'hooks'>) {
  const found: Verification[] = context.config.gateway === '' ? [] : ['phone'];
  if (await findIdentifier(hooks)) found.push('one_id');
  return found;
}

const buyTicket = (admit: Admit) =>
  route({
    method: 'POST',
    path: 'intake/tickets',
    summary: 'Accepts a solved proof of work; returns a ticket for one application',
    access: anyone,
    embedded: true,
    admit,
    body: ticketBodySchema,
    response: ticketSchema,
    status: 201,
    transaction: false,
    async handle(call) {
      const site = visitedSite(call);
      await consumeProof(call.context, site, call.body);
      const token = makeToken();
      const { rows } = await sql<{ expires: string }>`
      insert into intake_tickets (token_hash, site, expires_at)
      values (${hashToken(token)}, ${site}, now() + make_interval(hours => ${ticketHours}))
      returning expires_at as expires`.execute(call.database);
      return { ticket: token, expires: rows[0]?.expires ?? '' };
    },
  });

const sendCode = (limiter: QuotaLimiter, admit: Admit) =>
  route({
    method: 'POST',
    path: 'intake/codes',
    summary: 'Sends a code to the phone of a visitor of the widget',
    access: anyone,
    embedded: true,
    headers: ofTicket,
    admit,
    body: codeBodySchema,
    response: z.object({ sent: z.boolean() }),
    // Waits for the gateway outside a transaction.
    transaction: false,
    async handle(call) {
      const { context, database } = call;
      const visitor = await identifyVisitor(call, database);
      const phone = parsePhone(call.body.phone);
      if (phone === null || context.config.gateway === '') throw codedError('phone');
      const limit = context.config.limits.phone;
      await limiter.count(database, [
        { key: `phone ${context.vault.sign('intake phone', phone)}`, limit, seconds: day },
      ]);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const { rows } = await sql`
        update intake_tickets set phone = ${phone}, code_hash = ${hashOf(call, visitor.id, code)}, code_tries = 0,
          codes_sent = codes_sent + 1, code_until = now() + make_interval(mins => ${codeMinutes})
        where id = ${visitor.id} and codes_sent < ${maxCodes} returning id`.execute(database);
      if (rows.length === 0) throw codedError('too_many', { retryAfter: ticketHours * 3600 });
      const name = context.deploymentName;
      await sendText(context, { phone, text: context.text(call.language, 'intake:sms', { code, name }) });
      return { sent: true };
    },
  });

const checkCode = (admit: Admit) =>
  route({
    method: 'POST',
    path: 'intake/codes/check',
    summary: 'Checks the code that was sent to a phone, once',
    access: anyone,
    embedded: true,
    headers: ofTicket,
    admit,
    body: codeCheckSchema,
    response: done,
    // A failed attempt must be counted although the call fails.
    transaction: false,
    async handle(call) {
      const { database } = call;
      const visitor = await identifyVisitor(call, database);
      const { rows } = await sql<{ code_hash: string }>`
        update intake_tickets set code_tries = code_tries + 1
        where id = ${visitor.id} and code_hash is not null and code_tries < ${maxTries} and code_until > now()
        returning code_hash`.execute(database);
      const expected = rows[0]?.code_hash ?? hashOf(call, visitor.id, '');
      if (!isSameSecret(hashOf(call, visitor.id, call.body.code), expected)) throw codedError('code');
      const { rows: taken } = await sql`
        update intake_tickets set verified_phone = phone, code_hash = null
        where id = ${visitor.id} and code_hash = ${expected} returning id`.execute(database);
      if (taken.length === 0) throw codedError('code');
      return { verified: true };
    },
  });

function hashOf(
  { context }: Pick<Arrival<typeof intake>, 'context'>,
  ticketId: number,
  code: string,
): string {
  return context.vault.sign('intake phone code', `${ticketId} ${code}`);
}

import { sql, type RawBuilder } from 'kysely';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { CodedError, fail } from '#kernel/plugin-api/contract.ts';
import {
  type Arrival,
  type Database,
  type DatabaseTransaction,
  hashToken,
  isToken,
  networkOf,
  type Quota,
  type QuotaLimiter,
} from '#kernel/plugin-api/server.ts';
import { keyHeader, ticketHeader } from '../../contract.ts';
import type { intake } from '../../manifest.ts';
import { codedError } from './errors.ts';

/** The windows in which calls are counted, in seconds. */
export const tenMinutes = 600;
export const day = dayMs / 1000;

/** The headers that identify a caller. */
export const callerHeaders = {
  [ticketHeader]: {
    description: 'The ticket of a visitor of the widget. A site sends its key instead.',
  },
  [keyHeader]: { description: 'The key of a site, created by a super admin.' },
  origin: {
    description:
      'The origin of a page that calls with a key. If the key is limited to some origins, it must be one of them.',
  },
};

/** A visitor of the widget, who holds a ticket. */
export interface Ticket {
  readonly kind: 'ticket';
  readonly id: number;
  /** The origin of the page. */
  readonly site: string;
  readonly verifiedPhone: string | null;
  readonly applicationId: number | null;
}

/** A bot or an older system, which holds a site's key. */
export interface KeyedSite {
  readonly kind: 'key';
  readonly id: number;
  readonly site: string;
  readonly rate: number;
}

/** The caller who submits an application. */
export type Caller = Ticket | KeyedSite;

/** The parts of a call that identify the caller. */
type Origin = Pick<Arrival<typeof intake>, 'site' | 'header' | 'context'>;

/** The site of a visitor; throws if visitors may not apply, or not from this site. */
export function visitedSite({ site, context }: Pick<Origin, 'site' | 'context'>): string {
  if (!context.config.visitors || site === null) throw fail('forbidden');
  return site;
}

interface IdentifyOptions {
  /** Locks the row of the ticket. */
  readonly lock?: RawBuilder<unknown>;
  /**
   * Also accepts an expired ticket whose application was received: the visitor may not have got the response, and would
   * submit it a second time.
   */
  readonly allowsUsed?: boolean;
}

/** The caller, identified by ticket or key; throws if neither is valid. */
export async function identifyCaller(
  origin: Origin,
  database: Database | DatabaseTransaction,
  options: IdentifyOptions = {},
): Promise<Caller> {
  const key = origin.header(keyHeader);
  return key === null ? identifyVisitor(origin, database, options) : identifySite(origin, key, database);
}

/** The visitor who holds the ticket of a call. */
export async function identifyVisitor(
  origin: Origin,
  database: Database | DatabaseTransaction,
  { lock = sql``, allowsUsed = false }: IdentifyOptions = {},
): Promise<Ticket> {
  const site = visitedSite(origin);
  const token = origin.header(ticketHeader);
  if (token === null || !isToken(token)) throw codedError('ticket');
  const { rows } = await sql<Omit<Ticket, 'kind'>>`
    select id, site, verified_phone as "verifiedPhone", application_id as "applicationId" from intake_tickets
    where token_hash = ${hashToken(token)} and site = ${site}
      and (expires_at > now() or (${allowsUsed} and application_id is not null)) ${lock}`.execute(database);
  const [row] = rows;
  if (!row) throw codedError('ticket');
  return { kind: 'ticket', ...row };
}

/** The site of a key. */
export async function identifySite(
  { header }: Pick<Origin, 'header'>,
  key: string,
  database: Database | DatabaseTransaction,
): Promise<KeyedSite> {
  if (!isToken(key)) throw codedError('key');
  const { rows } = await sql<{ id: number; name: string; rate: number; origins: readonly string[] }>`
    select id, name, rate, origins from intake_sites
    where key_hash = ${hashToken(key)} and revoked_at is null`.execute(database);
  const [row] = rows;
  if (!row) throw codedError('key');
  const origin = header('origin');
  // A browser sends the page's origin, a server sends none.
  if (origin !== null && !row.origins.includes(origin)) throw codedError('origin');
  return { kind: 'key', id: row.id, site: row.name, rate: row.rate };
}

/** Returns the quotas that a call counts against. */
export function quotasOf(
  caller: Caller,
  { address, context, header }: Arrival<typeof intake>,
): readonly Quota[] {
  const { limits } = context.config;
  return caller.kind === 'key'
    ? [{ key: quotaOfKey(header(keyHeader) ?? ''), limit: caller.rate, seconds: tenMinutes }]
    : visitorQuotas('apply', caller.site, address, limits);
}

/** The maximum number of calls from one network per ten minutes with an unknown ticket or key. */
const maxStrangers = 100;

/**
 * Identifies the caller of an arrival. Callers with a used-up quota, and networks that have tried many
 * unknown tickets or keys, are rejected from this server's memory: a flood of them does not reach the
 * database.
 */
export async function admitCaller(
  arrival: Arrival<typeof intake>,
  limiter: QuotaLimiter,
  options?: Pick<IdentifyOptions, 'allowsUsed'>,
): Promise<Caller> {
  const { context, address, header } = arrival;
  const key = header(keyHeader);
  const strangers = `strangers ${networkOf(address)}`;
  limiter.assertLeft([strangers, ...(key === null ? [] : [quotaOfKey(key)])]);
  try {
    return await identifyCaller(arrival, context.database, options);
  } catch (error) {
    // A known key from another origin, or an unavailable database, is not the network's fault.
    if (!(error instanceof CodedError) || !['ticket', 'key'].includes(error.code)) throw error;
    await limiter.count(context.database, [{ key: strangers, limit: maxStrangers, seconds: tenMinutes }]);
    throw error;
  }
}

/** By its hash, so that a used-up key is found before it is looked up. */
function quotaOfKey(key: string): string {
  return `key ${hashToken(key).toString('hex')}`;
}

/** Returns the quotas of a visitor: calls from one network, and calls from one site. */
export function visitorQuotas(
  what: string,
  site: string,
  address: string,
  limits: { readonly site: number; readonly address: number },
): readonly Quota[] {
  return [
    { key: `${what} address ${networkOf(address)}`, limit: limits.address, seconds: tenMinutes },
    { key: `${what} site ${site}`, limit: limits.site, seconds: tenMinutes },
  ];
}

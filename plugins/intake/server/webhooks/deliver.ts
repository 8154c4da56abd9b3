import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { pauseAfter, type ServerContext } from '#kernel/plugin-api/server.ts';
import type { SiteEvent } from '../../contract.ts';
import type { intake } from '../../manifest.ts';
import { postEvent, secretPurpose } from './post-event.ts';

type Context = ServerContext<typeof intake>;

/**
 * The attempts are counted in the database; an event is given up after the last one, about two days later.
 */
const retryPolicy = { maxAttempts: 12, delayMs: 5000, factor: 4, maxDelayMs: dayMs / 2 };
/** The maximum number of sites that one node delivers to at a time. */
const maxSites = 16;
/** Milliseconds after which a site with many events yields to waiting sites. */
const maxRunMs = 15_000;
/** Longer than one event takes; afterwards another node may take over from one that was killed. */
const claimLength = sql`interval '60 seconds'`;

interface Waiting extends SiteEvent {
  readonly attempts: number;
  readonly webhook: string;
  readonly secret: Buffer;
}

/** The webhook deliveries of one server. */
export interface Delivery {
  /** Starts deliveries to the sites with due events, without waiting for them. */
  begin(): Promise<void>;
  /** Resolves when no started delivery is pending. */
  idle(): Promise<void>;
  /** Aborts running deliveries, which does not count as an attempt; the plugin may start again afterwards. */
  stop(): Promise<void>;
}

/**
 * Delivers pending events, independently for each site, so that a slow one does not delay others. A site's
 * events are delivered one by one in the order of their ids; a failing one blocks later ones until it is
 * accepted or given up. Only one run delivers to a site at a time, across all nodes.
 */
export function createDelivery(context: Context): Delivery {
  const runs = new Set<Promise<void>>();
  let stopping = new AbortController();

  async function run(claim: Claim, signal: AbortSignal): Promise<void> {
    const until = performance.now() + maxRunMs;
    try {
      while (!signal.aborted && performance.now() < until) {
        if (!(await deliverNext(context, claim, signal))) return;
      }
    } catch (error) {
      context.log.error({ err: error, site: claim.siteId }, 'a webhook could not be delivered');
    } finally {
      await release(context, claim);
    }
  }

  return {
    async begin() {
      const { signal } = stopping;
      if (signal.aborted) return;
      for (const claim of await claimSites(context, maxSites - runs.size)) {
        const running = run(claim, signal).finally(() => runs.delete(running));
        runs.add(running);
      }
    },
    async idle() {
      while (runs.size > 0) await Promise.all(runs);
    },
    async stop() {
      stopping.abort();
      await this.idle();
      stopping = new AbortController();
    },
  };
}

/** The exclusive right to deliver to a site, until it is released or expires. */
interface Claim {
  readonly siteId: number;
  readonly holder: string;
}

/** Claims sites with due events that no node delivers to; longest waiting first. */
async function claimSites({ database }: Context, free: number): Promise<Claim[]> {
  if (free <= 0) return [];
  const holder = randomUUID();
  const { rows } = await sql<{ site_id: number }>`
    insert into intake_delivery_claims (site_id, holder, until)
    select site.id, ${holder}, now() + ${claimLength} from intake_sites as site cross join lateral (
      select next_at from intake_events where site_id = site.id and delivered_at is null and failed_at is null
      order by id limit 1) as first
    where webhook <> '' and revoked_at is null and first.next_at <= now()
      and not exists (select from intake_delivery_claims where site_id = site.id and until > now())
    order by first.next_at limit ${free}
    on conflict (site_id) do update set holder = excluded.holder, until = excluded.until
      where intake_delivery_claims.until <= now()
    returning site_id`.execute(database);
  return rows.map((row) => ({ siteId: row.site_id, holder }));
}

async function release({ database, log }: Context, { siteId, holder }: Claim): Promise<void> {
  try {
    await sql`delete from intake_delivery_claims where site_id = ${siteId} and holder = ${holder}`.execute(
      database,
    );
  } catch (error) {
    log.warn({ err: error, site: siteId }, 'a delivery claim was not released; it will expire');
  }
}

/** Delivers the next due event; false if there is none, or if the site did not accept it. */
async function deliverNext(context: Context, claim: Claim, signal: AbortSignal): Promise<boolean> {
  const waiting = await readNext(context, claim);
  if (!waiting) return false;
  const { attempts, webhook, secret: sealed, ...event } = waiting;
  const secret = context.vault.open(secretPurpose, sealed);
  if (!secret) {
    const site = claim.siteId;
    context.log.error({ site }, 'the secret of a webhook cannot be decrypted; create a new key for the site');
    await postpone(context, event.id);
    return false;
  }
  const problem = await postEvent({ webhook, secret, signal }, event);
  // Aborted by us: it may have arrived or not, and will be sent again.
  if (problem !== null && signal.aborted) return false;
  await settle(context, { id: event.id, siteId: claim.siteId, attempts: attempts + 1, problem });
  return problem === null;
}

/**
 * The next due event of a site, with the site's current data; undefined if the claim has expired and another
 * node has it.
 */
async function readNext({ database }: Context, { siteId, holder }: Claim): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    with claim as (
      update intake_delivery_claims set until = now() + ${claimLength}
      where site_id = ${siteId} and holder = ${holder} returning site_id
    )
    select event.id, event.type, event.created_at, event.data, event.attempts, site.webhook, site.secret
    from claim join intake_sites as site on site.id = claim.site_id cross join lateral (
      select id, type, created_at, data, attempts, next_at from intake_events
      where site_id = site.id and delivered_at is null and failed_at is null order by id limit 1) as event
    where site.webhook <> '' and site.revoked_at is null and event.next_at <= now()`.execute(database);
  return rows[0];
}

/** How long a site that cannot be delivered to yields to others; does not count as an attempt. */
const postponement = sql`interval '1 minute'`;

async function postpone({ database }: Context, eventId: number): Promise<void> {
  await sql`update intake_events set next_at = now() + ${postponement} where id = ${eventId}`.execute(
    database,
  );
}

async function settle(
  context: Context,
  given: { id: number; siteId: number; attempts: number; problem: string | null },
): Promise<void> {
  const { id, siteId, attempts, problem } = given;
  const pause = attempts < retryPolicy.maxAttempts ? pauseAfter(attempts, retryPolicy) / 1000 : null;
  await context.transaction(async ({ database, emit }) => {
    await sql`
      update intake_events set attempts = ${attempts}, error = ${problem},
        delivered_at = case when ${problem}::text is null then now() end,
        failed_at = case when ${problem}::text is not null and ${pause}::int is null then now() end,
        next_at = now() + make_interval(secs => ${pause ?? 0})
      where id = ${id}`.execute(database);
    emit('intake_site_change', { id: siteId });
  });
}

import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import type { SiteEvent } from '../../contract.ts';
import type { intake } from '../../manifest.ts';

type Context = ServerContext<typeof intake>;

/** The purpose by which the vault encrypts the secrets of webhooks. */
export const secretPurpose = 'intake webhook';

/** Seconds between the attempts; after the last one, two and a half days on, an event is given up. */
const pauses = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 12 * 3600, 24 * 3600];
const timeoutMs = 10_000;
const maxSites = 8;
/** So that one busy site does not keep a turn for itself. */
const maxInTurn = 100;

interface Target {
  readonly id: number;
  readonly webhook: string;
  readonly secret: Buffer;
}

interface WaitingEvent extends SiteEvent {
  readonly attempts: number;
  readonly due: boolean;
}

/**
 * Delivers what waits, site by site: each site's events in the order of their ids, one after the other, so that one that fails
 * holds those behind it until it is taken or given up.
 */
export async function deliverEvents(context: Context): Promise<void> {
  const { rows } = await sql<Target>`
    select id, webhook, secret from intake_sites as site
    where webhook <> '' and revoked_at is null and (
      select next_at from intake_events where site_id = site.id and delivered_at is null and failed_at is null
      order by id limit 1) <= now()
    order by random() limit ${maxSites}`.execute(context.database);
  await Promise.all(rows.map((target) => deliverTo(context, target)));
}

async function deliverTo(context: Context, target: Target): Promise<void> {
  const secret = context.vault.open(secretPurpose, target.secret);
  if (!secret) {
    context.log.error({ site: target.id }, 'the secret of a webhook cannot be read; give the site a new key');
    return;
  }
  for (let turn = 0; turn < maxInTurn; turn++) {
    const event = await nextEvent(context, target.id);
    if (!event?.due) return;
    const { attempts, due: _due, ...body } = event;
    const problem = await post(target.webhook, secret, body);
    await settle(context, { id: event.id, siteId: target.id, attempts: attempts + 1, problem });
    if (problem !== null) return;
  }
}

async function nextEvent({ database }: Context, siteId: number): Promise<WaitingEvent | undefined> {
  const { rows } = await sql<WaitingEvent>`
    select id, type, created_at, data, attempts, next_at <= now() as due from intake_events
    where site_id = ${siteId} and delivered_at is null and failed_at is null order by id limit 1`.execute(
    database,
  );
  return rows[0];
}

/** Signs as Standard Webhooks do: an HMAC-SHA256 over id, seconds and body, so that a receiver can refuse what is old or known. */
export function signatureOf(secret: Buffer, id: string, seconds: number, body: string): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** Null when the site has taken the event, else why not. */
async function post(address: string, secret: Buffer, event: SiteEvent): Promise<string | null> {
  const body = JSON.stringify(event);
  const id = `evt_${event.id}`;
  const seconds = Math.floor(Date.now() / 1000);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Komak-Webhook',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(secret, id, seconds, body),
      },
      body,
      // A redirect could lead anywhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? name;
  }
}

async function settle(
  context: Context,
  given: { id: number; siteId: number; attempts: number; problem: string | null },
): Promise<void> {
  const { id, siteId, attempts, problem } = given;
  const pause = pauses[attempts - 1] ?? null;
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

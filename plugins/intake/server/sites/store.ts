import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { fail } from '#kernel/plugin-api/contract.ts';
import {
  type DatabaseTransaction,
  hashToken,
  makeToken,
  type ServerContext,
  touched,
} from '#kernel/plugin-api/server.ts';
import type { Delivery, Site, SiteBody } from '../../contract.ts';
import { secretPurpose } from '../webhooks/post-event.ts';

/** Sites as shown on the page, newest first; only one if an id is given. */
export async function readSites(database: DatabaseTransaction, id: number | null = null): Promise<Site[]> {
  const { rows } = await sql<Site>`
    select site.id, name, origins, rate, webhook, key_end, site.created_at, site.updated_at, revoked_at, used.last_used_at,
      used.applications, sent.waiting, sent.failed
    from intake_sites as site
    cross join lateral (select count(*) as applications, max(created_at) as last_used_at
      from intake_submissions where site_id = site.id) as used
    cross join lateral (select count(*) filter (where failed_at is null and webhook <> '') as waiting,
        count(*) filter (where failed_at is not null) as failed
      from intake_events where site_id = site.id and delivered_at is null) as sent
    where ${id}::bigint is null or site.id = ${id} order by site.id desc limit 500`.execute(database);
  return rows;
}

/** One site; throws `not_found`. */
export async function readSite(database: DatabaseTransaction, id: number): Promise<Site> {
  const [site] = await readSites(database, id);
  if (!site) throw fail('not_found');
  return site;
}

/** A new key and a new secret, and their stored forms. */
function makeSecrets({ vault }: ServerContext) {
  const key = makeToken();
  const secret = randomBytes(32);
  return {
    key,
    secret: `whsec_${secret.toString('base64')}`,
    stored: { hash: hashToken(key), end: key.slice(-4), secret: vault.seal(secretPurpose, secret) },
  };
}

/** Stores a new site. The key and the secret are returned once; the digest of the key and the encrypted secret are stored. */
export async function insertSite(database: DatabaseTransaction, context: ServerContext, body: SiteBody) {
  const { stored, key, secret } = makeSecrets(context);
  const { rows } = await sql<{ id: number }>`
    insert into intake_sites (name, origins, rate, webhook, key_hash, key_end, secret)
    values (${body.name}, ${[...body.origins]}::text[], ${body.rate}, ${body.webhook}, ${stored.hash},
      ${stored.end}, ${stored.secret}) returning id`.execute(database);
  return { site: await readSite(database, rows[0]?.id ?? 0), key, secret };
}

/** Gives a site a new key and a new secret; the old ones are invalid immediately. */
export async function renewSite(database: DatabaseTransaction, context: ServerContext, id: number) {
  const { stored, key, secret } = makeSecrets(context);
  await change(
    sql`
    update intake_sites set key_hash = ${stored.hash}, key_end = ${stored.end}, secret = ${stored.secret}
    where id = ${id} and revoked_at is null returning id`,
    database,
  );
  return { site: await readSite(database, id), key, secret };
}

/** One site, locked until the transaction ends; throws `not_found`. */
export async function lockSite(database: DatabaseTransaction, id: number): Promise<Site> {
  await sql`select from intake_sites where id = ${id} for no key update`.execute(database);
  return readSite(database, id);
}

/** Changes the limits of a site. */
export function updateSite(database: DatabaseTransaction, id: number, body: SiteBody): Promise<void> {
  const { name, origins, rate, webhook } = body;
  return change(
    sql`
    update intake_sites set name = ${name}, origins = ${[...origins]}::text[], rate = ${rate}, webhook = ${webhook},
      updated_at = ${touched}
    where id = ${id} and revoked_at is null returning id`,
    database,
  );
}

/** Revokes a key permanently. The applications of the site stay. */
export function revokeSite(database: DatabaseTransaction, id: number): Promise<void> {
  return change(
    sql`update intake_sites set revoked_at = now() where id = ${id} and revoked_at is null returning id`,
    database,
  );
}

async function change(statement: ReturnType<typeof sql>, database: DatabaseTransaction): Promise<void> {
  const { rows } = await statement.execute(database);
  if (rows.length === 0) throw fail('not_found');
}

/** The newest events of a site. */
export async function readDeliveries(database: DatabaseTransaction, siteId: number): Promise<Delivery[]> {
  const { webhook } = await readSite(database, siteId);
  const { rows } = await sql<Delivery>`
    select id, type, created_at, data, attempts, delivered_at, error,
      case when delivered_at is not null then 'delivered' when failed_at is not null then 'failed'
        when ${webhook} = '' then 'stored' else 'waiting' end as state,
      case when delivered_at is null and failed_at is null and ${webhook} <> '' then next_at end as next_at
    from intake_events where site_id = ${siteId} order by id desc limit 100`.execute(database);
  return rows;
}

/** Makes every event of a site from one on deliverable again; returns their number. */
export async function replayEvents(
  database: DatabaseTransaction,
  siteId: number,
  from: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update intake_events set delivered_at = null, failed_at = null, attempts = 0, next_at = now(), error = null
    where site_id = ${siteId} and id >= ${from} returning id`.execute(database);
  return rows.length;
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseHost } from '../../config/database-url.ts';

/** Milliseconds within which a host must respond, less than callers wait for a connection. */
const probeTimeoutMs = 3000;
/**
 * Milliseconds that further hosts have after one accepts writes, since a former primary that returns accepts writes as
 * well.
 */
const graceMs = 300;

/** A host that accepts writes. */
interface Found {
  readonly host: DatabaseHost;
  /** Each failover starts a new timeline. */
  readonly timeline: number;
}

/**
 * Finds the host that accepts writes, and uses it until it fails. If two do, as after a failover that did not stop the
 * former primary, it uses the one that was promoted last.
 */
export class PrimaryFinder {
  readonly #hosts: readonly DatabaseHost[];
  readonly #config: pg.ClientConfig;
  #known: DatabaseHost | null = null;
  #searching: Promise<DatabaseHost> | null = null;

  constructor(hosts: readonly DatabaseHost[], config: pg.ClientConfig) {
    this.#hosts = hosts;
    this.#config = config;
  }

  /** Returns the host to connect to; throws a temporary error if there is none. */
  async locate(): Promise<DatabaseHost> {
    if (this.#known) return this.#known;
    this.#searching ??= this.#search().finally(() => (this.#searching = null));
    return this.#searching;
  }

  /** Discards the host, so that the next connection searches again. */
  forget(): void {
    this.#known = null;
  }

  async #search(): Promise<DatabaseHost> {
    const found: Found[] = [];
    const probes = this.#hosts.map(async (host) => {
      const timeline = await readTimeline({ ...this.#config, ...host }).catch(() => null);
      if (timeline === null) throw new Error('accepts no writes');
      found.push({ host, timeline });
    });
    const all = Promise.allSettled(probes);
    await Promise.any(probes).catch(() => {});
    await Promise.race([all, sleep(graceMs, undefined, { ref: false })]);
    const [best] = found.toSorted((one, other) => other.timeline - one.timeline);
    if (!best) throw noPrimary();
    this.#known = best.host;
    return best.host;
  }
}

/** Creates an error with the code that PostgreSQL uses while it is starting, so that callers retry. */
function noPrimary(): Error {
  return Object.assign(new Error('no host of DATABASE_URL accepts writes'), { code: '57P03' });
}

/** The timeline of a PostgreSQL that accepts writes; null for a standby. */
async function readTimeline(config: pg.ClientConfig): Promise<number | null> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when not pg_is_in_recovery() and not current_setting('transaction_read_only')::bool
         then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    );
    const timeline = rows[0]?.timeline ?? null;
    return timeline === null ? null : Number.parseInt(timeline, 16);
  } finally {
    // A host that does not respond would not confirm the end either.
    void client.end().catch(() => {});
  }
}

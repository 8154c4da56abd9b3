import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { SharedDatabase } from './node-adapter.ts';

const heartbeatMs = 2000;
/** Milliseconds without a heartbeat after which a node counts as failed. */
const timeoutMs = 7000;

/** The other live nodes. */
export interface NodePresence {
  readonly count: number;
  close(): Promise<void>;
}

/** Tracks the heartbeats of the nodes on a database; calls `onDeath` for a node that stops without notice. */
export function trackNodes({
  pool,
  notifications,
  log,
  onDeath,
}: SharedDatabase & { log: Logger; onDeath: () => void }): NodePresence {
  const self = randomUUID();
  const seen = new Map<string, number>();

  /** While no notifications arrive, no node counts as failed. */
  function renewAll(): void {
    for (const node of seen.keys()) seen.set(node, performance.now());
  }

  async function announce(state: 'here' | 'gone'): Promise<void> {
    const notice = JSON.stringify({ node: self, state });
    await pool.query(`select pg_notify('komak_nodes', $1)`, [notice]).catch(() => undefined);
  }

  const listening = notifications.listen({
    channel: 'komak_nodes',
    onStart: renewAll,
    onLoss: renewAll,
    onMessage(payload) {
      const { node, state } = JSON.parse(payload) as { node: string; state: string };
      if (node === self) return;
      if (state === 'gone') seen.delete(node);
      else seen.set(node, performance.now());
    },
  });

  const timer = setInterval(() => {
    void announce('here');
    if (!listening.alive) return;
    for (const [node, at] of seen) {
      if (performance.now() - at < timeoutMs) continue;
      seen.delete(node);
      log.warn({ node }, 'a node stopped responding');
      onDeath();
    }
  }, heartbeatMs);
  timer.unref();
  void announce('here');

  return {
    get count() {
      return seen.size;
    },
    async close() {
      clearInterval(timer);
      await announce('gone');
      await listening.close();
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { listenTo } from '../database/notifications/listen.ts';

/** Milliseconds between the signs of life of a node … */
const beat = 2000;
/** … and the silence after which it is dead. */
const silence = 7000;

/** The other nodes, as far as they are heard. */
export interface NodePresence {
  /** How many others there are. */
  readonly count: number;
  close(): Promise<void>;
}

/** Follows the signs of life of the nodes on a database; `onDeath` hears of one that fell silent without a farewell. */
export function trackNodes({
  pool,
  log,
  onDeath,
}: {
  pool: Pool;
  log: Logger;
  onDeath: () => void;
}): NodePresence {
  const self = randomUUID();
  const seen = new Map<string, number>();

  /** While nothing is heard, nobody is dead. */
  function excuse(): void {
    for (const node of seen.keys()) seen.set(node, performance.now());
  }

  async function tell(state: 'here' | 'gone'): Promise<void> {
    const notice = JSON.stringify({ node: self, state });
    await pool.query(`select pg_notify('komak_nodes', $1)`, [notice]).catch(() => undefined);
  }

  const listening = listenTo({
    pool,
    channel: 'komak_nodes',
    log,
    onStart: excuse,
    onLoss: excuse,
    onMessage(payload) {
      const { node, state } = JSON.parse(payload) as { node: string; state: string };
      if (node === self) return;
      if (state === 'gone') seen.delete(node);
      else seen.set(node, performance.now());
    },
  });

  const timer = setInterval(() => {
    void tell('here');
    if (!listening.alive) return;
    for (const [node, at] of seen) {
      if (performance.now() - at < silence) continue;
      seen.delete(node);
      log.warn({ node }, 'a node fell silent');
      onDeath();
    }
  }, beat);
  timer.unref();
  void tell('here');

  return {
    get count() {
      return seen.size;
    },
    async close() {
      clearInterval(timer);
      await tell('gone');
      await listening.close();
    },
  };
}

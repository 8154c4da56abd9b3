import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { withCommit } from '../pool/driver.ts';
import { listenTo, type Listening } from './listen.ts';
import type { Database } from '../../api/index.ts';

/** What plugins tell themselves on the other nodes. */
export interface NodeMessages {
  /** Tells a plugin on every node, this one too; in a transaction once that is committed, and never if it is not. */
  broadcast(plugin: string, database: Database): Promise<void>;
  /** Calls the listener when its plugin was told, and whenever it may have missed that: at first too. */
  subscribe(plugin: string, listener: () => void): void;
  /** Ends what a plugin hears. */
  unsubscribe(plugin: string): Promise<void>;
}

/** Carries it over the database that the nodes share. */
export function createNodeMessages(pool: pg.Pool, log: Logger): NodeMessages {
  const heard = new Map<string, Listening[]>();
  const channelOf = (plugin: string) => `komak_plugin_${plugin}`;
  return {
    async broadcast(plugin, database) {
      const notice = CompiledQuery.raw(`select pg_notify($1, '')`, [channelOf(plugin)]);
      await database.executeQuery(withCommit(notice).query);
    },
    subscribe(plugin, listener) {
      const listening = listenTo({
        pool,
        channel: channelOf(plugin),
        log,
        onStart: listener,
        onLoss: () => undefined,
        onMessage: listener,
      });
      heard.set(plugin, [...(heard.get(plugin) ?? []), listening]);
    },
    async unsubscribe(plugin) {
      const left = heard.get(plugin) ?? [];
      heard.delete(plugin);
      await Promise.all(left.map((listening) => listening.close()));
    },
  };
}

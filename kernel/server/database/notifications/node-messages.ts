import { CompiledQuery } from 'kysely';
import { asKernel } from '../pool/data-wall.ts';
import { withCommit } from '../pool/driver.ts';
import type { Listening, Notifications } from './listen.ts';
import type { Database } from '../../api/index.ts';

/** Messages of plugins to themselves on other nodes. */
export interface NodeMessages {
  /** Notifies a plugin on every node, including this one; within a transaction, after its commit. */
  broadcast(plugin: string, database: Database): Promise<void>;
  /**
   * Calls the listener when its plugin is notified, and whenever a notification may have been missed, including at
   * first.
   */
  subscribe(plugin: string, listener: () => void): void;
  /** Removes the listeners of a plugin. */
  unsubscribe(plugin: string): Promise<void>;
}

/** Creates node messages, which use the database that the nodes share. */
export function createNodeMessages(notifications: Notifications): NodeMessages {
  const listenings = new Map<string, Listening[]>();
  const channelOf = (plugin: string) => `komak_plugin_${plugin}`;
  return {
    async broadcast(plugin, database) {
      const notice = CompiledQuery.raw(`select pg_notify($1, '')`, [channelOf(plugin)]);
      await asKernel(database).executeQuery(withCommit(notice).query);
    },
    subscribe(plugin, listener) {
      const channel = channelOf(plugin);
      const listening = notifications.listen({ channel, onStart: listener, onMessage: listener });
      listenings.set(plugin, [...(listenings.get(plugin) ?? []), listening]);
    },
    async unsubscribe(plugin) {
      const ending = listenings.get(plugin) ?? [];
      listenings.delete(plugin);
      await Promise.all(ending.map((listening) => listening.close()));
    },
  };
}

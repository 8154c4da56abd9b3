import type pg from 'pg';
import type { Logger } from 'pino';
import type { Deployment, Registry } from '#kernel/contract/index.ts';
import type { Texts } from './i18n/texts.ts';
import type { Database, PluginServer, ServerContext } from './plugin.ts';
import type { Files, Realtime, Sessions } from './ports.ts';

/** A server half with the context that its plugin was given. */
export interface LoadedHalf {
  readonly id: string;
  readonly half: PluginServer['half'];
  readonly context: ServerContext;
}

/** What the parts of a running server share; the registry changes when a plugin is set aside. */
export interface Runtime {
  readonly deployment: Deployment;
  readonly log: Logger;
  readonly pool: pg.Pool;
  readonly database: Database;
  readonly texts: Texts;
  readonly sessions: Sessions;
  readonly files: Files;
  /** Absent until the server listens. */
  realtime: Realtime | null;
  registry: Registry;
  /** Every loaded half in the order of `requires`, those of disabled plugins included. */
  readonly halves: readonly LoadedHalf[];
}

import type pg from 'pg';
import type { Logger } from 'pino';
import type { Deployment, Registry } from '#kernel/contract/index.ts';
import type { LoadShedding } from '../concurrency/load-shedder.ts';
import type { NodeMessages } from '../database/notifications/node-messages.ts';
import type { EmbedTokens } from '../http/security/embed-tokens.ts';
import type { Texts } from '../i18n/texts.ts';
import type { Database, ServerPlugin, ServerContext } from '../plugins/api/index.ts';
import type { Files, Realtime, Sessions } from './ports.ts';
import type { PluginManager } from './plugin-manager.ts';
import type { Vault } from '../installation/vault.ts';

/** A server module with the context that its plugin was given. */
export interface LoadedPlugin {
  readonly id: string;
  readonly module: ServerPlugin['module'];
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
  readonly vault: Vault;
  /** Who is let in to work. */
  readonly loadShedding: LoadShedding;
  /** What plugins tell themselves on other nodes. */
  readonly nodeMessages: NodeMessages;
  /** Says of a widget's page which site frames it. */
  readonly embedTokens: EmbedTokens;
  /** Absent until the server listens. */
  realtime: Realtime | null;
  registry: Registry;
  /** The registry that is about to stand while plugins are switched: those that start read their settings there. */
  upcoming: Registry | null;
  /** Why plugins were set aside, by plugin. */
  readonly quarantined: Record<string, string>;
  /** Every loaded module, those required first; the disabled ones among them too. */
  readonly plugins: LoadedPlugin[];
  /** It is about to stop: whoever shares the calls out is to send no more. */
  isStopping: boolean;
  /** Absent until the plugins have started. */
  pluginManager: PluginManager | null;
}

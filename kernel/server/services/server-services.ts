import type { Logger } from 'pino';
import type { Deployment } from '#kernel/contract/index.ts';
import type { CallerLimit } from '../concurrency/caller-limit.ts';
import type { LoadShedding } from '../concurrency/load-shedder.ts';
import type { Notifications } from '../database/notifications/listen.ts';
import type { NodeMessages } from '../database/notifications/node-messages.ts';
import type { DataWall } from '../database/pool/data-wall.ts';
import type { DatabasePool } from '../database/pool/pool.ts';
import type { Statements } from '../database/pool/statements.ts';
import type { Replica } from '../database/replica/replica.ts';
import type { Basemaps } from '../installation/basemaps.ts';
import type { Countries } from '../installation/countries.ts';
import type { EmbedTokens } from '../installation/embed-tokens.ts';
import type { Texts } from '../i18n/texts.ts';
import type { Vault } from '../api/vault.ts';
import type { JobRuns, Jobs } from '../jobs/scheduler.ts';
import type { Database } from '../api/index.ts';
import type { MaskPersonal } from '../personal/mask-personal.ts';
import type { OutsidePlugins } from '../artefacts/outside-plugins.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Passwords } from '../api/passwords.ts';
import type { ReadSheet } from '../api/read-sheet.ts';
import type { PluginRegistry } from './plugin-registry.ts';
import type { BackupState, Files, Realtime, Sessions } from './ports.ts';

/** The services of a running server: built once, before any plugin is loaded, and never replaced. */
export interface ServerServices {
  readonly deployment: Deployment;
  /** Where people reach the deployment; null in development. */
  readonly publicUrl: string | null;
  readonly log: Logger;
  readonly pool: DatabasePool;
  readonly database: Database;
  /** A copy of the database for reads; null where none is named. */
  readonly replica: Replica | null;
  /** Told of each statement of the database, where metrics are read or traces recorded. */
  readonly statements: Statements;
  /** Records traces; null where no collector is named. */
  readonly tracing: Tracing | null;
  /** Null in production. */
  readonly wall: DataWall | null;
  readonly notifications: Notifications;
  readonly texts: Texts;
  readonly sessions: Sessions;
  readonly files: Files;
  /** The basemaps that maps may use. */
  readonly basemaps: Basemaps;
  /** In which country addresses are. */
  readonly countries: Countries;
  readonly vault: Vault;
  readonly maskPersonal: MaskPersonal;
  readonly passwords: Passwords;
  readonly readSheet: ReadSheet;
  readonly jobs: Jobs;
  /** What this node has seen of its jobs, by name. */
  readonly jobRuns: ReadonlyMap<string, JobRuns>;
  /** Reads how it stands with backups; null where the server makes none by itself. */
  readonly readBackupStates: (() => Promise<readonly BackupState[]>) | null;
  /** Limits the calls that run at once. */
  readonly loadShedding: LoadShedding;
  /** How many uploads one caller may have under way. */
  readonly uploads: CallerLimit;
  /** Carries messages of a plugin between nodes. */
  readonly nodeMessages: NodeMessages;
  /** Proves on which site the page of a widget is embedded. */
  readonly embedTokens: EmbedTokens;
  readonly realtime: Realtime;
  /** The plugins from outside that are installed. */
  readonly outside: OutsidePlugins;
  /** Which plugins are loaded and enabled. */
  readonly plugins: PluginRegistry;
  readonly shutdown: Shutdown;
}

/** Whether the server is about to stop. */
export interface Shutdown {
  readonly isAnnounced: boolean;
  announce(): void;
}

/** Starts with a server that continues. */
export function createShutdown(): Shutdown {
  let isAnnounced = false;
  return {
    get isAnnounced() {
      return isAnnounced;
    },
    announce: () => void (isAnnounced = true),
  };
}

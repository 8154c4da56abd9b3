import type { Logger } from 'pino';
import type { Deployment } from '#kernel/contract/index.ts';
import type { CallerLimit } from '../concurrency/caller-limit.ts';
import type { LoadShedding } from '../concurrency/load-shedder.ts';
import type { Notifications } from '../database/notifications/listen.ts';
import type { NodeMessages } from '../database/notifications/node-messages.ts';
import type { DataWall } from '../database/pool/data-wall.ts';
import type { DatabasePool } from '../database/pool/pool.ts';
import type { Replica } from '../database/replica/replica.ts';
import type { Basemaps } from '../installation/basemaps.ts';
import type { Countries } from '../installation/countries.ts';
import type { EmbedTokens } from '../installation/embed-tokens.ts';
import type { Texts } from '../i18n/texts.ts';
import type { Vault } from '../api/vault.ts';
import type { Jobs } from '../jobs/scheduler.ts';
import type { Database } from '../api/index.ts';
import type { MaskPersonal } from '../personal/mask-personal.ts';
import type { ExternalPlugins } from '../artefacts/external-plugins.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Passwords } from '../api/passwords.ts';
import type { ReadSheet } from '../api/read-sheet.ts';
import type { PluginRegistry } from './plugin-registry.ts';
import type { BackupState, Files, Realtime, SessionResponses, Sessions } from './ports.ts';

/** The services of a running server: built once, before any plugin is loaded, and never replaced. */
export interface ServerServices {
  readonly deployment: Deployment;
  /** The address at which users reach the deployment; null in development. */
  readonly publicUrl: string | null;
  readonly log: Logger;
  readonly pool: DatabasePool;
  readonly database: Database;
  /** The replica for reads; null if none is configured. */
  readonly replica: Replica | null;
  /** Records traces; null if no collector is configured. */
  readonly tracing: Tracing | null;
  /** Null in production. */
  readonly wall: DataWall | null;
  readonly notifications: Notifications;
  readonly texts: Texts;
  readonly sessions: Sessions;
  /** Breaks off the downloads of ended sessions. */
  readonly sessionResponses: SessionResponses;
  readonly files: Files;
  /** The basemaps that maps may use. */
  readonly basemaps: Basemaps;
  /** The table of countries by address. */
  readonly countries: Countries;
  readonly vault: Vault;
  readonly maskPersonal: MaskPersonal;
  readonly passwords: Passwords;
  readonly readSheet: ReadSheet;
  readonly jobs: Jobs;
  /** Reads the state of backups; null if nightly backups are not configured. */
  readonly readBackupStates: (() => Promise<readonly BackupState[]>) | null;
  /** Limits the calls that run at once. */
  readonly loadShedding: LoadShedding;
  /** Limits the concurrent uploads of one caller. */
  readonly uploads: CallerLimit;
  /** Carries messages of a plugin between nodes. */
  readonly nodeMessages: NodeMessages;
  /** Proves on which site the page of a widget is embedded. */
  readonly embedTokens: EmbedTokens;
  readonly realtime: Realtime;
  /** The installed external plugins. */
  readonly external: ExternalPlugins;
  /** Which plugins are loaded and enabled. */
  readonly plugins: PluginRegistry;
  readonly shutdown: Shutdown;
}

/** Whether the server is about to stop. */
export interface Shutdown {
  readonly isAnnounced: boolean;
  announce(): void;
}

/** Creates the state of a server that is not stopping. */
export function createShutdown(): Shutdown {
  let isAnnounced = false;
  return {
    get isAnnounced() {
      return isAnnounced;
    },
    announce: () => void (isAnnounced = true),
  };
}

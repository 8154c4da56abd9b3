import type { DestinationStream } from 'pino';
import type { Deployment } from '#kernel/contract/index.ts';
import type { BackupPlan } from '#kernel/server/config/backup-plan.ts';
import type { TracePlan } from '#kernel/server/config/trace-plan.ts';
import type { ObjectStoreAddress } from '#kernel/server/config/object-store.ts';
import type { DataWall } from '#kernel/server/database/pool/data-wall.ts';
import type { InstalledPlugin } from '#kernel/server/api/installed-plugin.ts';

/** Options of a server. */
export interface ServerOptions {
  readonly deployment: Deployment;
  /** Folder of the files, and of our own PostgreSQL. */
  readonly data: string;
  /** Null or absent: a PostgreSQL of our own. */
  readonly databaseUrl?: string | null;
  /** The address behind a pooler, if the database is reached through one. */
  readonly directUrl?: string | null;
  /** A copy of that database, for reads; absent or null: there is none. */
  readonly replicaUrl?: string | null;
  /** The store of files; absent or null: the data folder. */
  readonly objectStore?: ObjectStoreAddress | null;
  /** The backups that it makes by itself; absent or null: none. */
  readonly backups?: BackupPlan | null;
  /** The token that readers of `/metrics` must send; absent or null disables them. */
  readonly metricsToken?: string | null;
  /** The destination of traces; absent or null: none are recorded. */
  readonly traces?: TracePlan | null;
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** The public address of the deployment; absent or null: the address of each request, for development. */
  readonly publicUrl?: string | null;
  /** Fill an empty database for a demonstration. */
  readonly demo?: boolean;
  /** Folder from which the deployment names the sources of external plugins, with its table of countries. */
  readonly base?: string;
  /** The installed plugins; those of the folder `plugins` when absent. */
  readonly plugins?: readonly InstalledPlugin[];
  readonly logLevel?: string;
  /** Logged at the start. */
  readonly warnings?: readonly string[];
  /** The destination of the log; standard output when absent. */
  readonly logTo?: DestinationStream;
  /** Seals secrets in the database; absent or null where the database keeps a key of its own. */
  readonly key?: string | null;
  /** Folder of the built front end, or null for none. */
  readonly dist?: string | null;
  readonly locales?: string;
  /** Gives each plugin a role in the database; for tests. */
  readonly wall?: DataWall;
}

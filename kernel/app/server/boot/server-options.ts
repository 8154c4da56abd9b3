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
  /** Folder of the files and of the embedded PostgreSQL. */
  readonly data: string;
  /** Null or absent: the embedded PostgreSQL. */
  readonly databaseUrl?: string | null;
  /** The direct address of the database, if `databaseUrl` leads to a pooler. */
  readonly directUrl?: string | null;
  /** A read replica of that database; absent or null: none. */
  readonly replicaUrl?: string | null;
  /** The store of files; absent or null: the data folder. */
  readonly objectStore?: ObjectStoreAddress | null;
  /** The plan of automatic backups; absent or null: none. */
  readonly backups?: BackupPlan | null;
  /** The token that `/metrics` requires; absent or null disables `/metrics`. */
  readonly metricsToken?: string | null;
  /** The collector of traces; absent or null: none are recorded. */
  readonly traces?: TracePlan | null;
  /** 0 chooses a free port. */
  readonly port: number;
  readonly host: string;
  /** The public address of the deployment; absent or null: the address of each request (development). */
  readonly publicUrl?: string | null;
  /** Seeds an empty database with demonstration data. */
  readonly demo?: boolean;
  /** The folder of `deployment.json`: relative paths in it start there, and the table of countries is read from it. */
  readonly base?: string;
  /** The installed plugins; those of the folder `plugins` when absent. */
  readonly plugins?: readonly InstalledPlugin[];
  readonly logLevel?: string;
  /** Logged at the start. */
  readonly warnings?: readonly string[];
  /** The destination of the log; standard output when absent. */
  readonly logTo?: DestinationStream;
  /** Encrypts secrets in the database; absent or null: a key stored in the database does. */
  readonly key?: string | null;
  /** Folder of the built front end, or null for none. */
  readonly dist?: string | null;
  readonly locales?: string;
  /** Gives each plugin a database role of its own; for tests. */
  readonly wall?: DataWall;
}

import { resolve } from 'node:path';
import { attestationRootsVariable, requireAttestationRoots } from './attestation-roots.ts';
import { readBackupPlan, type BackupPlan } from './backup-plan.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { readObjectStore, type ObjectStoreAddress, type Variables } from './object-store.ts';
import { requireProxyNetworks } from './proxy-networks.ts';
import { StartupError } from './startup-error.ts';
import { readTracePlan, type TracePlan } from './trace-plan.ts';

/** The validated environment variables. */
export interface Environment {
  readonly port: number;
  readonly host: string;
  /**
   * The address at which users reach the deployment, without a trailing slash; null in development: that of the
   * request.
   */
  readonly publicUrl: string | null;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** The direct address of the database, if `DATABASE_URL` leads to a pooler; else null. */
  readonly directUrl: string | null;
  /** A read replica of the database; null: all reads use the database. */
  readonly replicaUrl: string | null;
  /** The store of files; null: the data folder. */
  readonly objectStore: ObjectStoreAddress | null;
  /** The plan of automatic backups; null: none. */
  readonly backups: BackupPlan | null;
  /** The token that `/metrics` requires; null disables `/metrics`. */
  readonly metricsToken: string | null;
  /** The collector of traces; null: none are recorded. */
  readonly traces: TracePlan | null;
  /** Networks whose `X-Forwarded-*` headers are trusted, instead of those in `deployment.json`; null: those. */
  readonly trustProxy: readonly string[] | null;
  /** Folder of the database and the files, absolute. */
  readonly data: string;
  /** Path of `deployment.json`, absolute. */
  readonly deployment: string;
  readonly production: boolean;
  /** Whether an empty database is seeded for a demonstration. */
  readonly demo: boolean;
  readonly logLevel: string;
  /** Encrypts secrets in the database, the same on every node; null: a key stored in the database does. */
  readonly key: string | null;
  /** Seconds between announcing the stop and stopping, for load balancers to react. */
  readonly shutdownSeconds: number;
  /** Advice to the operator, for the log. */
  readonly warnings: readonly string[];
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Reads the environment and the command line; throws a {@link StartupError} for an invalid value. */
export function readEnvironment(variables: Variables, flags: readonly string[] = []): Environment {
  const databaseUrl = readDatabaseUrl(variables, 'DATABASE_URL');
  const production = variables['NODE_ENV'] === 'production';
  requireAttestationRoots(variables[attestationRootsVariable]);
  const backups = readBackups(variables);
  const { shutdownSeconds, warnings } = readShutdownTimeout(variables);
  return {
    port: readPort(variables['PORT']),
    host: variables['HOST'] || 'localhost',
    publicUrl: readPublicUrl(variables['KOMAK_URL'], production),
    databaseUrl,
    directUrl: readDatabaseUrl(variables, 'DATABASE_DIRECT_URL'),
    replicaUrl: readReplicaUrl(variables, databaseUrl),
    objectStore: readObjectStore(variables),
    backups,
    metricsToken: variables['KOMAK_METRICS_TOKEN'] || null,
    traces: readTracePlan(variables),
    trustProxy: readTrustProxy(variables['KOMAK_TRUST_PROXY']),
    data: resolve(variables['KOMAK_DATA'] || './var'),
    deployment: resolve(variables['KOMAK_DEPLOYMENT'] || './deployment.json'),
    production,
    demo: readDemo(variables['KOMAK_DEMO'], flags, { production, ownDatabase: databaseUrl === null }),
    logLevel: readLogLevel(variables['LOG_LEVEL']),
    key: readKey(variables['KOMAK_KEY']),
    shutdownSeconds,
    warnings:
      backups && production && backups.key === null
        ? [...warnings, 'The nightly backups (KOMAK_BACKUP_TO) are not encrypted; set KOMAK_BACKUP_KEY.']
        : warnings,
  };
}

function readBackups(variables: Variables): BackupPlan | null {
  const plan = readBackupPlan(variables);
  if (plan?.drillUrl) readDatabaseUrl(variables, 'KOMAK_BACKUP_DRILL_URL');
  return plan;
}

function readPort(value: string | undefined): number {
  if (value === undefined || value === '') return 8080;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new StartupError(`PORT is "${value}", but must be a number from 0 to 65535.`);
}

/** `KOMAK_URL`: the base of absolute addresses, which are never derived from a request's `Host` header. */
function readPublicUrl(value: string | undefined, production: boolean): string | null {
  if (value === undefined || value === '') {
    if (!production) return null;
    throw new StartupError(
      'KOMAK_URL is not set: with NODE_ENV=production it must be the address of this deployment, such as http://localhost:8080.',
    );
  }
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new StartupError(
    `KOMAK_URL is "${value}", but must be only scheme and host, such as http://localhost:8080.`,
  );
}

/** `KOMAK_SHUTDOWN_TIMEOUT`; its former name is still read, with a warning. */
function readShutdownTimeout(variables: Variables): Pick<Environment, 'shutdownSeconds' | 'warnings'> {
  const former = variables['KOMAK_LEAVE_SECONDS'] ?? '';
  const value = variables['KOMAK_SHUTDOWN_TIMEOUT'] || former;
  const warnings =
    former === '' ? [] : ['KOMAK_LEAVE_SECONDS is deprecated; set KOMAK_SHUTDOWN_TIMEOUT instead.'];
  const shutdownSeconds = Number(value);
  if (/^\d*$/.test(value) && shutdownSeconds <= 300) return { shutdownSeconds, warnings };
  throw new StartupError(
    `KOMAK_SHUTDOWN_TIMEOUT is "${value}", but must be a number of seconds from 0 to 300.`,
  );
}

function readTrustProxy(value: string | undefined): string[] | null {
  const networks = (value ?? '').split(',').map((network) => network.trim());
  const named = networks.filter((network) => network !== '');
  requireProxyNetworks(named, 'KOMAK_TRUST_PROXY');
  return named.length > 0 ? named : null;
}

function readLogLevel(value: string | undefined): string {
  const level = value || 'info';
  if (logLevels.includes(level)) return level;
  throw new StartupError(`LOG_LEVEL is "${value}", but must be one of ${logLevels.join(', ')}.`);
}

function readKey(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  if (value.length >= 32) return value;
  throw new StartupError('KOMAK_KEY is too short: it must have 32 random characters or more.');
}

function readDatabaseUrl(variables: Variables, name: string): string | null {
  const value = variables[name];
  if (value === undefined || value === '') return null;
  if (/^postgres(ql)?:\/\/./.test(value)) {
    parseDatabaseUrl(value);
    return value;
  }
  throw new StartupError(
    `${name} is not the address of a PostgreSQL, such as postgres://user:password@host:5432/database.`,
  );
}

function readReplicaUrl(variables: Variables, databaseUrl: string | null): string | null {
  const url = readDatabaseUrl(variables, 'DATABASE_REPLICA_URL');
  if (url === null) return null;
  if (databaseUrl === null) {
    throw new StartupError('DATABASE_REPLICA_URL is set without DATABASE_URL.');
  }
  if (parseDatabaseUrl(url).hosts.length > 1) {
    throw new StartupError('DATABASE_REPLICA_URL names several hosts, but must name one.');
  }
  return url;
}

function readDemo(
  value: string | undefined,
  flags: readonly string[],
  where: { production: boolean; ownDatabase: boolean },
): boolean {
  if (value !== undefined && !['', '0', '1', 'false', 'true'].includes(value)) {
    throw new StartupError(`KOMAK_DEMO is "${value}", but must be 1 or 0.`);
  }
  const requested = flags.includes('--demo') || value === '1' || value === 'true';
  if (requested && where.production) {
    throw new StartupError(
      'Demonstration data has known passwords and is not allowed with NODE_ENV=production; remove --demo or KOMAK_DEMO.',
    );
  }
  if (requested) return true;
  if (flags.includes('--no-demo') || value === '0' || value === 'false') return false;
  return where.ownDatabase && !where.production;
}

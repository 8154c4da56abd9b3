import { isAbsolute, resolve } from 'node:path';
import { readObjectStore, type ObjectStoreAddress, type Variables } from './object-store.ts';
import { StartupError } from './startup-error.ts';

/** The number of daily, weekly and monthly backups that are retained. */
export interface BackupKeep {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

/** The configuration of nightly backups. */
export interface BackupPlan {
  /** An absolute folder, or a bucket. */
  readonly target: { readonly folder: string } | { readonly bucket: ObjectStoreAddress };
  /** The time of day in the office, `02:00`. */
  readonly at: string;
  readonly keep: BackupKeep;
  /** Days between restore drills; 0: no automatic drills. */
  readonly drillDays: number;
  /** The PostgreSQL for drills; null: the servers' own. */
  readonly drillUrl: string | null;
  /** The encryption key; null: backups are not encrypted. */
  readonly key: string | null;
}

/** Shorter keys can be guessed. */
const minKeyLength = 16;

/** Reads `KOMAK_BACKUP_*`; null if no target is configured. Throws a {@link StartupError} for an invalid value. */
export function readBackupPlan(variables: Variables): BackupPlan | null {
  const to = variables['KOMAK_BACKUP_TO'] || null;
  // Read without a target too, so that a mistake is found now.
  const rest = {
    at: readTime(variables['KOMAK_BACKUP_AT'] || '02:00'),
    keep: readKeep(variables['KOMAK_BACKUP_KEEP'] || '7d,4w,12m'),
    drillDays: readDays(variables['KOMAK_BACKUP_DRILL_DAYS'] || '7'),
    drillUrl: variables['KOMAK_BACKUP_DRILL_URL'] || null,
  };
  if (to === null) return null;
  return { target: readTarget(to, variables), ...rest, key: readBackupKey(variables['KOMAK_BACKUP_KEY']) };
}

/** Reads the key for backups, null if there is none; throws a {@link StartupError} if it is too short. */
export function readBackupKey(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  if (value.length >= minKeyLength) return value;
  throw new StartupError('The key of a backup must be 16 characters or longer.');
}

function readTarget(to: string, variables: Variables): BackupPlan['target'] {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(to) ?? [];
  if (bucket === undefined) {
    if (isAbsolute(to)) return { folder: resolve(to) };
    throw new StartupError(
      `KOMAK_BACKUP_TO is "${to}", but must be the path of a folder that begins with /, or a bucket such as s3://bucket/prefix.`,
    );
  }
  // May be another store than that of the files: a store that is lost together with the files holds no backup of them.
  const ofBackups = (name: string) => variables[`KOMAK_BACKUP_S3_${name}`] || variables[`S3_${name}`];
  const names = ['ENDPOINT', 'REGION', 'PATH_STYLE', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'];
  const address = readObjectStore({
    ...Object.fromEntries(names.map((name) => [`S3_${name}`, ofBackups(name)])),
    S3_BUCKET: bucket,
    S3_PREFIX: prefix,
  });
  // Sound: a bucket is configured.
  return { bucket: address as ObjectStoreAddress };
}

function readTime(value: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return value;
  throw new StartupError(`KOMAK_BACKUP_AT is "${value}", but must be a time of day such as 02:00.`);
}

function readKeep(value: string): BackupKeep {
  const [, days, weeks, months] = /^(\d{1,3})d,(\d{1,3})w,(\d{1,3})m$/.exec(value.replaceAll(' ', '')) ?? [];
  if (Number(days) > 0) return { days: Number(days), weeks: Number(weeks), months: Number(months) };
  throw new StartupError(
    `KOMAK_BACKUP_KEEP is "${value}", but must be days, weeks and months such as 7d,4w,12m, with one day or more.`,
  );
}

function readDays(value: string): number {
  if (/^\d{1,3}$/.test(value)) return Number(value);
  throw new StartupError(`KOMAK_BACKUP_DRILL_DAYS is "${value}", but must be a number of days, or 0.`);
}

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
  /** A folder, absolute, or a bucket. */
  readonly place: { readonly folder: string } | { readonly bucket: ObjectStoreAddress };
  /** The time of day of the office, `02:00`. */
  readonly at: string;
  readonly keep: BackupKeep;
  /** Days between two restore drills; 0: none by itself. */
  readonly drillDays: number;
  /** The PostgreSQL for drills; null: that of the servers. */
  readonly drillUrl: string | null;
  /** Encrypts them; null: they are not encrypted. */
  readonly key: string | null;
}

/** Shorter keys are guessed. */
const minKeyLength = 16;

/** Reads `KOMAK_BACKUP_*`; null where no place is named. Throws a {@link StartupError} for what makes no sense. */
export function readBackupPlan(variables: Variables): BackupPlan | null {
  const to = variables['KOMAK_BACKUP_TO'] || null;
  // Read without a place too: a mistake in one of them is not found in the night.
  const rest = {
    at: readTime(variables['KOMAK_BACKUP_AT'] || '02:00'),
    keep: readKeep(variables['KOMAK_BACKUP_KEEP'] || '7d,4w,12m'),
    drillDays: readDays(variables['KOMAK_BACKUP_DRILL_DAYS'] || '7'),
    drillUrl: variables['KOMAK_BACKUP_DRILL_URL'] || null,
  };
  if (to === null) return null;
  return { place: readPlace(to, variables), ...rest, key: readBackupKey(variables['KOMAK_BACKUP_KEY']) };
}

/** A key of backups, null where there is none; throws a {@link StartupError} for one that is too short. */
export function readBackupKey(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  if (value.length >= minKeyLength) return value;
  throw new StartupError('The key of a backup must be 16 characters or longer.');
}

function readPlace(to: string, variables: Variables): BackupPlan['place'] {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(to) ?? [];
  if (bucket === undefined) {
    if (isAbsolute(to)) return { folder: resolve(to) };
    throw new StartupError(
      `KOMAK_BACKUP_TO is "${to}", but must be the path of a folder that begins with /, or a bucket such as s3://bucket/prefix.`,
    );
  }
  // Another store than that of the files, where one is named: what burns with the files is no backup of them.
  const ofBackups = (name: string) => variables[`KOMAK_BACKUP_S3_${name}`] || variables[`S3_${name}`];
  const names = ['ENDPOINT', 'REGION', 'PATH_STYLE', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'];
  const address = readObjectStore({
    ...Object.fromEntries(names.map((name) => [`S3_${name}`, ofBackups(name)])),
    S3_BUCKET: bucket,
    S3_PREFIX: prefix,
  });
  // Sound: a bucket is named.
  return { bucket: address as ObjectStoreAddress };
}

function readTime(value: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return value;
  throw new StartupError(`KOMAK_BACKUP_AT is "${value}", and must be a time of day such as 02:00.`);
}

function readKeep(value: string): BackupKeep {
  const [, days, weeks, months] = /^(\d{1,3})d,(\d{1,3})w,(\d{1,3})m$/.exec(value.replaceAll(' ', '')) ?? [];
  if (Number(days) > 0) return { days: Number(days), weeks: Number(weeks), months: Number(months) };
  throw new StartupError(
    `KOMAK_BACKUP_KEEP is "${value}", and must be days, weeks and months such as 7d,4w,12m, with one day or more.`,
  );
}

function readDays(value: string): number {
  if (/^\d{1,3}$/.test(value)) return Number(value);
  throw new StartupError(`KOMAK_BACKUP_DRILL_DAYS is "${value}", and must be a number of days, or 0.`);
}

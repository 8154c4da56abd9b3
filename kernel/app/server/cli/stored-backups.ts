import { createJournal, type Journal } from '#kernel/server/erasure/journal.ts';
import { join, resolve } from 'node:path';
import { createNightlyBackups, type NightlyBackups } from '#kernel/server/backup/nightly/nightly.ts';
import { openBackupTarget } from '#kernel/server/backup/nightly/target.ts';
import { readRuns } from '#kernel/server/backup/nightly/runs.ts';
import { createLogger } from '../boot/logger.ts';
import { kernelMigrations } from '../boot/start-database.ts';
import type { BackupPlan } from '#kernel/server/config/backup-plan.ts';
import { readDeployment } from '#kernel/server/config/deployment-file.ts';
import { readEnvironment, type Environment } from '#kernel/server/config/environment.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import type { MigrationSet } from '#kernel/server/database/migrations/migrate.ts';
import { discoverPlugins, migrationsOf } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import { createBlobs, type Blobs } from '#kernel/server/storage/blobs.ts';
import { openByteStore } from '#kernel/server/storage/object-store.ts';
import { openForCommand } from './open-database.ts';

const root = resolve(import.meta.dirname, '../../../..');

type Report = (line: string) => void;

const commands = ['list', 'now', 'drill'] as const;
type StoredCommand = (typeof commands)[number];

/** Whether a word of the command line is a command on the automatic backups. */
export function isStoredCommand(word: string | undefined): word is StoredCommand {
  return commands.some((command) => command === word);
}

/** The plan of automatic backups; throws a {@link StartupError} if none is configured. */
export function requirePlan({ backups }: Environment): BackupPlan {
  if (backups) return backups;
  throw new StartupError('Nightly backups are not configured; set KOMAK_BACKUP_TO to a folder or a bucket.');
}

/** The migrations of the kernel and of every installed plugin. */
export async function allMigrations(): Promise<readonly MigrationSet[]> {
  return [...kernelMigrations, ...migrationsOf(await discoverPlugins(join(root, 'plugins')))];
}

/** Opens the servers' store of files: the data folder or the object store. */
export async function withBlobs<Result>(
  { data, objectStore }: Environment,
  work: (blobs: Blobs, journal: Journal) => Promise<Result>,
): Promise<Result> {
  const folder = join(data, 'files');
  const { store, close } = await openByteStore(folder, objectStore);
  try {
    return await work(createBlobs(folder, store), createJournal(store, join(folder, 'incoming')));
  } finally {
    close();
  }
}

/** Lists the automatic backups, makes one now, or drills the newest or a named one. */
export async function runStoredBackups(
  command: StoredCommand,
  [name]: readonly string[],
  report: Report,
): Promise<boolean> {
  const environment = readEnvironment(process.env);
  const plan = requirePlan(environment);
  const opened = await openForCommand(environment);
  if (!opened) throw new StartupError('There is no database yet, so there is nothing to back up.');
  try {
    if (command === 'list') return await list(plan, opened.pool, report);
    const { timeZone } = await readDeployment(environment.deployment);
    return await withBlobs(environment, async (blobs) => {
      const backups = createNightlyBackups({
        plan,
        pool: opened.pool,
        database: opened.database,
        blobs,
        migrations: await allMigrations(),
        environmentKey: environment.key,
        timeZone,
        log: createLogger('warn'),
      });
      return command === 'now' ? makeNow(backups, report) : drill(backups, name, report);
    });
  } finally {
    await opened.close();
  }
}

async function list(
  plan: BackupPlan,
  pool: Parameters<typeof readRuns>[0],
  report: Report,
): Promise<boolean> {
  const target = await openBackupTarget(plan);
  try {
    const stored = await target.list();
    const drills = await readRuns(pool, 'drill');
    for (const { name, at, size } of stored) {
      const drilled = drills.find((run) => run.name === name);
      const drillNote = drilled ? `, ${drilled.succeeded ? 'restored' : 'NOT restored'} by a drill` : '';
      report(`${name}  ${new Date(at).toISOString()}  ${size} bytes${drillNote}`);
    }
    const [last] = await readRuns(pool, 'backup');
    const [newest] = stored;
    if (newest) report(`The newest is ${hoursSince(newest.at)} hours old.`);
    else report('There is no backup yet.');
    if (last && !last.succeeded) {
      const reason = last.problem ?? 'it has not ended';
      report(`WARNING: the last attempt, ${new Date(last.startedAt).toISOString()}, failed: ${reason}`);
    }
    const [lastDrill] = drills;
    if (!lastDrill) report('There has been no restore drill yet.');
    else if (lastDrill.succeeded) {
      report(
        `The last restore drill, ${hoursSince(lastDrill.startedAt)} hours ago, found all data of the backup.`,
      );
    } else {
      report(`WARNING: the last restore drill failed: ${lastDrill.problem ?? 'it has not ended'}`);
    }
    return newest !== undefined && last?.succeeded !== false && lastDrill?.succeeded !== false;
  } finally {
    target.close();
  }
}

async function makeNow(backups: NightlyBackups, report: Report): Promise<boolean> {
  const made = await backups.backup();
  report(`${made.name}: ${made.rows} rows, ${made.files} files, ${made.bytes} bytes in ${made.seconds} s.`);
  report(`It was read back and is complete. SHA-256: ${made.sha256}`);
  for (const name of made.removed) report(`${name} is no longer needed and was removed.`);
  if (made.troubles > 0) report(`WARNING: ${made.troubles} files were already missing or damaged.`);
  return made.troubles === 0;
}

async function drill(backups: NightlyBackups, name: string | undefined, report: Report): Promise<boolean> {
  const found = await backups.drill(name);
  report(`${found.backup}, of ${found.createdAt}, was restored into a scratch database, which was dropped.`);
  report(
    `Restored in ${found.restoreSeconds} s, compared in ${found.compareSeconds} s, together ${found.seconds} s.`,
  );
  report(
    `Compared: ${found.rows} rows of ${found.tables} tables (${found.digests} by the digest of their rows), ${found.files} files with ${found.fileBytes} bytes, ${found.sealed} seals of the audit log.`,
  );
  for (const problem of found.problems) report(`PROBLEM: ${problem}.`);
  if (found.problems.length === 0) report('All data match the backup.');
  return found.problems.length === 0;
}

function hoursSince(moment: number): number {
  return Math.round((Date.now() - moment) / 360_000) / 10;
}

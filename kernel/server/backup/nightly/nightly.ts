import type { Logger } from 'pino';
import { nobody, writeAudit } from '../../audit/write-audit.ts';
import type { AuditEntry, Database } from '../../api/index.ts';
import type { BackupPlan } from '../../config/backup-plan.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { MigrationSet } from '../../database/migrations/migrate.ts';
import type { DatabasePool } from '../../database/pool/pool.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { runDrill, type DrillResult } from '../drill.ts';
import { checkBackup } from '../read-backup.ts';
import { inWords, packBackup, type PackedBackup } from '../write-backup.ts';
import { isBackupDue, isDrillDue, lastScheduledTime } from './due.ts';
import { backupName, openBackupTarget, type BackupTarget, type StoredBackup } from './target.ts';
import { chooseOutdated } from './retention.ts';
import { beginRun, endRun, readRuns, readUnreadable, type Run, type RunKind } from './runs.ts';

/** The options of a server's automatic backups. */
export interface NightlyOptions {
  readonly plan: BackupPlan;
  readonly pool: DatabasePool;
  readonly database: Database;
  readonly blobs: Blobs;
  /** The migrations of the kernel and of every installed plugin, for drills. */
  readonly migrations: readonly MigrationSet[];
  readonly environmentKey: string | null;
  /** The office's time zone, for nights, weeks and months. */
  readonly timeZone: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'debug'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A backup that was written and read back completely. */
export interface CreatedBackup extends PackedBackup {
  readonly name: string;
  readonly seconds: number;
  readonly rows: number;
  readonly files: number;
  /** Number of files whose bytes were missing or damaged. */
  readonly troubles: number;
  /** Names of older backups that were removed. */
  readonly removed: readonly string[];
}

/** The automatic backups of a server. */
export interface NightlyBackups {
  /** Makes a backup if one is due; only one node at a time may call it. Throws on failure, after recording it. */
  backupIfDue(): Promise<CreatedBackup | null>;
  drillIfDue(): Promise<DrillResult | null>;
  backup(): Promise<CreatedBackup>;
  /** Drills the newest backup, or the named one. */
  drill(name?: string): Promise<DrillResult>;
}

/** Creates the automatic backups and drills of a plan. */
export function createNightlyBackups(options: NightlyOptions): NightlyBackups {
  const { plan, pool, timeZone, now = Date.now } = options;
  const backup = () =>
    recorded(options, 'backup', (target, setUnverified) => makeBackup(options, target, setUnverified));
  const drill = (name?: string) => recorded(options, 'drill', (target) => tryBackup(options, target, name));
  return {
    backup,
    drill,
    async backupIfDue() {
      const scheduled = lastScheduledTime(now(), plan.at, timeZone);
      return isBackupDue(await readRuns(pool, 'backup'), scheduled, now()) ? backup() : null;
    },
    async drillIfDue() {
      const hasBackup = (await readRuns(pool, 'backup')).some(({ succeeded }) => succeeded);
      const due = isDrillDue(await readRuns(pool, 'drill'), { days: plan.drillDays, hasBackup, now: now() });
      return due ? drill() : null;
    },
  };
}

/** Finds a stored backup by name, by default the newest; throws a {@link StartupError} if there is none. */
export async function findBackup(target: BackupTarget, name?: string): Promise<StoredBackup> {
  const all = await target.list();
  const found = name === undefined ? all[0] : all.find((one) => one.name === name);
  if (found) return found;
  throw new StartupError(
    name === undefined ? 'There is no backup yet.' : `There is no backup ${name} in KOMAK_BACKUP_TO.`,
  );
}

/** The data of a finished run for the table, besides its result. */
interface Outcome<Result> {
  readonly result: Result;
  /** The backup that was made or tried. */
  readonly name: string;
  /** The problem of a run that completed nevertheless. */
  readonly problem: string | null;
}

/** Opens the backup target, runs the work, and records in the table and the audit log how it ended. */
async function recorded<Result extends object>(
  { plan, pool, database, now = Date.now }: NightlyOptions,
  kind: RunKind,
  work: (target: BackupTarget, setUnverified: (name: string | null) => void) => Promise<Outcome<Result>>,
): Promise<Result> {
  const id = await beginRun(pool, kind, now());
  /**
   * A backup that was written but not read back: a failed run records its name, and the next successful one deletes it.
   */
  let unverified: string | null = null;
  const end = async (outcome: Pick<Run, 'name' | 'succeeded' | 'problem' | 'details'>) => {
    await endRun(pool, id, { ...outcome, endedAt: now() });
    await writeAudit(database, nobody, entryOf(kind, outcome));
  };
  try {
    const target = await openBackupTarget(plan);
    try {
      const { result, name, problem } = await work(target, (one) => (unverified = one));
      await end({ name, succeeded: problem === null, problem, details: { ...result } });
      return result;
    } finally {
      target.close();
    }
  } catch (error) {
    // The message of any other error may contain values of a row.
    const problem = error instanceof StartupError ? error.message : `unexpected: ${(error as Error).name}`;
    await end({ name: unverified, succeeded: false, problem, details: {} }).catch(() => {});
    throw error;
  }
}

function entryOf(
  kind: RunKind,
  { name, succeeded, problem }: Pick<Run, 'name' | 'succeeded' | 'problem'>,
): AuditEntry {
  const details = { ...(name && { name }), ...(problem && { problem }) };
  const subject = { subjectType: 'installation', subjectId: null, details };
  if (kind === 'backup') return { action: succeeded ? 'backup.create' : 'backup.fail', ...subject };
  return { action: succeeded ? 'backup.drill.create' : 'backup.drill.fail', ...subject };
}

async function makeBackup(
  { plan, pool, blobs, timeZone, log, now = Date.now }: NightlyOptions,
  target: BackupTarget,
  setUnverified: (name: string | null) => void,
): Promise<Outcome<CreatedBackup>> {
  const began = performance.now();
  const name = backupName(new Date(now()));
  const report = (line: string) => log.debug(line);
  const packed = await packBackup({ pool, blobs, report }, plan.key, (bytes) =>
    target.write(name, bytes),
  ).catch(inWords);
  setUnverified(name);
  const stored = await findBackup(target, name);
  const manifest = await checkBackup(target.bytesOf(stored), plan.key);
  setUnverified(null);
  if (manifest.troubles.length > 0) {
    log.warn({ name, files: manifest.troubles.length }, 'files are missing or damaged, also in the backup');
  }
  // Only after a verified backup exists.
  const removed = await removeSuperfluous(target, { plan, pool, timeZone, made: name, log });
  const made = {
    name,
    ...packed,
    seconds: Math.round((performance.now() - began) / 10) / 100,
    rows: manifest.tables.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
    files: manifest.parts.filter((part) => part.name.startsWith('files/')).length,
    troubles: manifest.troubles.length,
    removed,
  };
  log.info(made, 'a backup was made and read back');
  return { result: made, name, problem: null };
}

/** Removes the backups that are no longer needed; one that cannot be removed is left for the next night. */
async function removeSuperfluous(
  target: BackupTarget,
  {
    plan,
    pool,
    timeZone,
    made,
    log,
  }: Pick<NightlyOptions, 'plan' | 'pool' | 'timeZone' | 'log'> & { readonly made: string },
): Promise<string[]> {
  // The last backup that a drill has restored is the last one known to be restorable.
  const proven = (await readRuns(pool, 'drill')).find(({ succeeded }) => succeeded)?.name;
  const spared = new Set([made, ...(proven ? [proven] : [])]);
  const unreadable = await readUnreadable(pool);
  const isUnreadable = ({ name }: StoredBackup) => unreadable.has(name) && !spared.has(name);
  const all = await target.list();
  const readable = all.filter((one) => !isUnreadable(one));
  const superfluous = [
    ...chooseOutdated(readable, plan.keep, { timeZone, spared }),
    // An unreadable backup would take the place of a readable one of its day, week or month.
    ...all.filter(isUnreadable).map(({ name }) => name),
  ];
  const removed: string[] = [];
  for (const name of superfluous) {
    try {
      await target.remove(name);
      removed.push(name);
    } catch (error) {
      log.warn({ err: error, name }, 'a backup that is no longer needed could not be removed');
    }
  }
  return removed;
}

async function tryBackup(
  { plan, pool, blobs, migrations, environmentKey, log }: NightlyOptions,
  target: BackupTarget,
  name?: string,
): Promise<Outcome<DrillResult>> {
  const stored = await findBackup(target, name);
  const result = await runDrill({
    backup: { ...target.bytesOf(stored), name: stored.name },
    key: plan.key,
    pool,
    drillUrl: plan.drillUrl,
    blobs,
    migrations,
    environmentKey,
    report: (line) => log.debug(line),
  });
  if (result.problems.length === 0) log.info(result, 'a restore drill found all data of the backup');
  else log.warn(result, 'a restore drill found differences to the backed-up data');
  return { result, name: stored.name, problem: result.problems[0] ?? null };
}

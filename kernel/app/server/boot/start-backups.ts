import { join } from 'node:path';
import { createNightlyBackups } from '#kernel/server/backup/nightly/nightly.ts';
import type { InstalledPlugin } from '#kernel/server/api/installed-plugin.ts';
import type { BackupPlan } from '#kernel/server/config/backup-plan.ts';
import { migrationsOf } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import type { ByteStore } from '#kernel/server/services/ports.ts';
import type { ServerServices } from '#kernel/server/services/server-services.ts';
import { createBlobs } from '#kernel/server/storage/blobs.ts';
import { kernelMigrations } from './start-database.ts';

/** Interval of the checks for due backups. */
const periodMs = 60_000;

/** The inputs of a server's backups besides its services. */
export interface BackupParts {
  readonly plan: BackupPlan;
  /** The data folder, for files in transfer. */
  readonly data: string;
  readonly store: ByteStore;
  readonly installed: readonly InstalledPlugin[];
  readonly key: string | null;
}

/** Makes backups and restore drills when due, on one node at a time; a missed night is made up for. */
export function startBackups(
  { pool, database, log, jobs, deployment }: ServerServices,
  { plan, data, store, installed, key }: BackupParts,
): void {
  const backups = createNightlyBackups({
    plan,
    pool,
    database,
    blobs: createBlobs(join(data, 'files'), store),
    migrations: [...kernelMigrations, ...migrationsOf(installed)],
    environmentKey: key,
    timeZone: deployment.timeZone,
    log,
  });
  // One job, so that a drill never reads an unfinished backup.
  jobs.every('kernel.backup', periodMs, async () => {
    await backups.backupIfDue();
    await backups.drillIfDue();
  });
}

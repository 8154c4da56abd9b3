import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bytesOfFile, type BackupBytes } from '#kernel/server/backup/backup-bytes.ts';
import { findBackup } from '#kernel/server/backup/nightly/nightly.ts';
import { openBackupTarget } from '#kernel/server/backup/nightly/target.ts';
import { checkBackup, isEncrypted } from '#kernel/server/backup/read-backup.ts';
import { restoreBackup } from '#kernel/server/backup/restore-backup.ts';
import { writeBackup } from '#kernel/server/backup/write-backup.ts';
import { readBackupKey } from '#kernel/server/config/backup-plan.ts';
import { readEnvironment, type Environment } from '#kernel/server/config/environment.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { isInUse, startEmbedded } from '#kernel/server/database/embedded/embedded.ts';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { openForCommand } from './open-database.ts';
import {
  allMigrations,
  isStoredCommand,
  requirePlan,
  runStoredBackups,
  withBlobs,
} from './stored-backups.ts';

type Report = (line: string) => void;

/**
 * Writes a backup of the database and the files while servers run; `list`, `now` and `drill` work on the automatic
 * backups. Null if no file is named.
 */
export async function runBackup(words: readonly string[], report: Report): Promise<boolean | null> {
  if (isStoredCommand(words[0])) return runStoredBackups(words[0], words.slice(1), report);
  const { file, keyFile } = parseArguments(words, []);
  if (file === null) return null;
  const environment = readEnvironment(process.env);
  const key = await readKey(keyFile);
  const opened = await openForCommand(environment);
  if (!opened) throw new StartupError('There is no database yet, so there is nothing to back up.');
  try {
    const digest = await withBlobs(environment, (blobs) =>
      writeBackup(file, key, { pool: opened.pool, blobs, report }),
    );
    const manifest = await checkBackup(bytesOfFile(file), key);
    report(
      `${file} is complete${key === null ? ', but not encrypted: store it where only you can read it' : ''}.`,
    );
    report(`SHA-256 of the file: ${digest}`);
    if (manifest.auditHead) {
      const { seq, hash } = manifest.auditHead;
      report(`Newest seal of the audit log, to be recorded elsewhere: ${seq}:${hash}`);
    }
    return manifest.troubles.length === 0;
  } finally {
    await opened.close();
  }
}

/**
 * Restores a backup: a file, or with `--stored` an automatic one (its name, or `newest`). With `--check` it only
 * verifies the backup. Null if none is named.
 */
export async function runRestore(words: readonly string[], report: Report): Promise<boolean | null> {
  const { file, keyFile, flags } = parseArguments(words, ['replace', 'check', 'stored']);
  if (file === null) return null;
  const given = { keyFile, flags, report };
  if (!flags.has('stored')) return restoreFrom(bytesOfFile(file), given);
  const target = await openBackupTarget(requirePlan(readEnvironment(process.env)));
  try {
    const name = basename(file);
    return await restoreFrom(
      target.bytesOf(await findBackup(target, name === 'newest' ? undefined : name)),
      given,
    );
  } finally {
    target.close();
  }
}

async function restoreFrom(
  backup: BackupBytes,
  { keyFile, flags, report }: { keyFile: string | null; flags: ReadonlySet<string>; report: Report },
): Promise<boolean> {
  const key = (await isEncrypted(backup)) ? await readKey(keyFile) : null;
  if (flags.has('check')) {
    const { createdAt, parts } = await checkBackup(backup, key);
    report(`The backup of ${createdAt} is complete: ${parts.length} parts.`);
    return true;
  }
  const environment = readEnvironment(process.env);
  const target = await openTarget(environment);
  try {
    const given = {
      backup,
      key,
      pool: target.pool,
      environmentKey: environment.key,
      migrations: await allMigrations(),
      replace: flags.has('replace'),
      report,
    };
    const manifest = await withBlobs(environment, (blobs, journal) =>
      restoreBackup({ ...given, blobs, journal }),
    );
    report(`Restored the state of ${manifest.createdAt}. All users have to sign in again.`);
    return manifest.troubles.length === 0;
  } finally {
    await target.close();
  }
}

/** Opens the target database: `DATABASE_URL` without its pooler, or the embedded one, which is created if absent. */
async function openTarget({ databaseUrl, directUrl, data }: Environment) {
  const url = directUrl ?? databaseUrl;
  if (url !== null) return openDatabase({ connectionString: url }, { max: 2 });
  if (await isInUse(data)) {
    throw new StartupError(`A Ko‘mak server is running on ${data}; stop it before you restore.`);
  }
  const embedded = await startEmbedded(data);
  const opened = openDatabase(embedded.connection, { max: 2 });
  return {
    ...opened,
    async close() {
      await opened.close();
      await embedded.stop();
    },
  };
}

function parseArguments(
  words: readonly string[],
  flags: readonly string[],
): { file: string | null; keyFile: string | null; flags: ReadonlySet<string> } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        'key-file': { type: 'string' },
        ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
      },
    });
    const [file = null, more] = positionals;
    const given = flags.filter((flag) => (values as Record<string, unknown>)[flag] === true);
    return {
      file: more === undefined && file !== null ? resolve(file) : null,
      keyFile: values['key-file'] ?? null,
      flags: new Set(given),
    };
  } catch (error) {
    throw new StartupError(`${(error as Error).message}`, { cause: error });
  }
}

/**
 * The passphrase, from a file or the environment. Never from the command line, which other users of the machine can
 * read.
 */
async function readKey(keyFile: string | null): Promise<string | null> {
  return readBackupKey(keyFile === null ? process.env['KOMAK_BACKUP_KEY'] : await readKeyFile(keyFile));
}

async function readKeyFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new StartupError(`The key in ${path} cannot be read: ${error.message}.`, { cause: error });
  });
  if (text.trim() === '') throw new StartupError(`The file ${path} contains no key.`);
  return text.trim();
}

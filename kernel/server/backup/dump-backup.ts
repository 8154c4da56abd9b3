import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DatabasePool } from '../database/pool/pool.ts';
import type { Blobs } from '../storage/blobs.ts';
import {
  columnsOf,
  connectWithoutLimits,
  digestOfTable,
  quoteIdentifier,
  readSequences,
  readTables,
  readTransientTables,
  type TableShape,
} from './catalog.ts';
import { manifestName, type BackupManifest } from './manifest.ts';
import { writeTar, type TarFile } from './tar.ts';

/** Size of a part of a table, in bytes. */
const partBytes = 4 * 1024 * 1024;

/** Ends each row of a copy; escaped within values. */
const lineEnd = 0x0a;

/** The source of a backup, and a callback for its progress. */
export interface BackupSource {
  readonly pool: DatabasePool;
  readonly blobs: Blobs;
  readonly report: (line: string) => void;
}

/**
 * Streams a backup: every table as of one moment, then the files of that moment, then the manifest. Does not block
 * writers.
 */
export function dumpBackup(source: BackupSource): AsyncGenerator<Buffer> {
  const moment = new Date();
  return writeTar(filesOfBackup(source, moment), moment);
}

async function* filesOfBackup({ pool, blobs, report }: BackupSource, moment: Date): AsyncGenerator<TarFile> {
  const client = await connectWithoutLimits(pool);
  const parts: BackupManifest['parts'] = [];

  function entry(name: string, content: Buffer): TarFile {
    parts.push({ name, size: content.length, sha256: digestOf(content) });
    return { name, content };
  }

  async function* tableOf(table: TableShape): AsyncGenerator<TarFile, number> {
    const dump = client.query(copyTo(`copy ${quoteIdentifier(table.name)} ${columnsOf(table)} to stdout`));
    let waiting: Buffer[] = [];
    let size = 0;
    let number = 0;
    for await (const chunk of dump as AsyncIterable<Buffer>) {
      waiting.push(chunk);
      size += chunk.length;
      if (size < partBytes) continue;
      // Each part is restored separately, so a row must not span two parts.
      const all = Buffer.concat(waiting);
      const end = all.lastIndexOf(lineEnd) + 1;
      waiting = [all.subarray(end)];
      size = all.length - end;
      if (end > 0) yield entry(partName(table.name, number++), all.subarray(0, end));
    }
    if (size > 0) yield entry(partName(table.name, number), Buffer.concat(waiting));
    return dump.rowCount;
  }

  try {
    await client.query('begin isolation level repeatable read read only');
    const tables: BackupManifest['tables'] = [];
    const transient = await readTransientTables(client);
    for (const table of await readTables(client)) {
      const rows = transient.has(table.name) ? null : yield* tableOf(table);
      const { digest } = rows === null ? { digest: undefined } : await digestOfTable(client, table);
      tables.push({ ...table, columns: [...table.columns], rows, ...(digest && { digest }) });
      if (rows) report(`${table.name}: ${rows} rows`);
    }
    const damagedFiles: BackupManifest['troubles'] = [];
    yield* filesOf(client, { blobs, report, entry, damagedFiles });
    const manifest: BackupManifest = {
      format: 1,
      createdAt: moment.toISOString(),
      ...(await describe(client)),
      tables,
      // Sequences are not transactional, so they are read last: no id may be issued twice.
      sequences: await readSequences(client),
      parts: [...parts],
      troubles: damagedFiles,
    };
    yield entry(manifestName, Buffer.from(JSON.stringify(manifest, null, 1)));
    await client.query('commit');
  } finally {
    await client.end().catch(() => {});
  }
}

interface FileWork extends Pick<BackupSource, 'blobs' | 'report'> {
  readonly entry: (name: string, content: Buffer) => TarFile;
  readonly damagedFiles: BackupManifest['troubles'];
}

/** One file at a time, completely in memory: none is larger than an upload may be. */
async function* filesOf(
  client: pg.Client,
  { blobs, report, entry, damagedFiles }: FileWork,
): AsyncGenerator<TarFile> {
  const { rows } = await client.query<{ stored_name: string; sha256: string }>(
    'select stored_name, sha256 from files order by id',
  );
  let done = 0;
  for (const { stored_name: storedName, sha256 } of rows) {
    const stream = await blobs.open(storedName);
    if (!stream) {
      damagedFiles.push({ storedName, trouble: 'missing' });
      continue;
    }
    const content = Buffer.concat((await stream.toArray()) as Buffer[]);
    if (digestOf(content) !== sha256) damagedFiles.push({ storedName, trouble: 'damaged' });
    yield entry(`files/${storedName}`, content);
    done++;
    if (done % 500 === 0) report(`files: ${done} of ${rows.length}`);
  }
  report(`files: ${done} of ${rows.length}`);
  for (const { storedName, trouble: problem } of damagedFiles) {
    report(`WARNING: the bytes of the file ${storedName} are ${problem}`);
  }
}

async function describe(
  client: pg.Client,
): Promise<Pick<BackupManifest, 'postgres' | 'migrations' | 'auditHead'>> {
  const version = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const migrations = await client.query<BackupManifest['migrations'][number]>(
    'select plugin, name, checksum, sql from komak_migrations order by (sql is not null), applied_at, plugin, name',
  );
  const head = await client.query<{ seq: number; hash: string }>(
    'select seq, hash from audit_seals order by seq desc limit 1',
  );
  return {
    postgres: version.rows[0]?.version ?? '',
    migrations: migrations.rows,
    auditHead: head.rows[0] ?? null,
  };
}

function partName(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(6, '0')}.copy`;
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

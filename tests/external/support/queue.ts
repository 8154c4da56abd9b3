import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeArchive, digestOf } from '#kernel/server/artefacts/archive.ts';
import { signDigest } from '#kernel/server/artefacts/signature.ts';

const access = { rule: 'anyone' };

/** The differences between versions of the plugin `queue`, an artefact in plain JavaScript. */
export interface QueueDraft {
  readonly version?: string;
  readonly apiVersion?: string;
  /** Overrides fields of its manifest. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Replaces the usual server module; null for none. */
  readonly server?: string | null;
  /** Its client module. */
  readonly client?: string;
  /** Statements within its `start`. */
  readonly start?: string;
  /** Replaces files; undefined removes one. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  /** The key that signs it. */
  readonly key?: { readonly name: string; readonly privateKey: string } | null;
}

/** The files of a version of the plugin. */
export function queueFiles(draft: QueueDraft = {}): ReadonlyMap<string, Buffer> {
  const version = draft.version ?? '1.0.0';
  const manifest = {
    id: 'queue',
    version,
    permissions: ['queue_watch'],
    config: {
      type: 'object',
      properties: { greeting: { type: 'string', default: 'salom' } },
      additionalProperties: false,
    },
    routes: { hall: { path: '/queue', access } },
    menu: { hall: { icon: 'users' } },
    ...draft.manifest,
  };
  const texts = (title: string, hall: string, watch: string) =>
    JSON.stringify({ menu: { title, hall }, permissions: { queue_watch: watch } });
  const server = draft.server === undefined ? serverCode(manifest, draft.start ?? '') : draft.server;
  const contents: Record<string, string | undefined> = {
    'package.json': JSON.stringify({
      name: 'komak-plugin-queue',
      version,
      komak: { apiVersion: draft.apiVersion ?? '^1' },
    }),
    'manifest.json': JSON.stringify(manifest),
    'locales/uz.json': texts('Navbat', 'Qabul zali', 'Navbatni koʻrish'),
    'locales/ru.json': texts('Очередь', 'Зал приёма', 'Просмотр очереди'),
    'server.js': server ?? undefined,
    'client.js': draft.client,
    'migrations/001-counters.sql':
      server === null
        ? undefined
        : `create table queue_counters (id bigint primary key, waiting integer not null);
        insert into queue_counters values (1, 7);`,
    ...draft.files,
  };
  const files = new Map<string, Buffer>();
  for (const [path, content] of Object.entries(contents))
    if (content !== undefined) files.set(path, Buffer.from(content));
  if (draft.key) {
    const signature = signDigest(digestOf(files), draft.key.name, draft.key.privateKey);
    files.set('signature.json', Buffer.from(JSON.stringify(signature)));
  }
  return files;
}

function serverCode(manifest: object, start: string): string {
  return `
    import { z } from 'zod';
    import { sql } from 'kysely';
    import { anyone, definePlugin } from '@komak/plugin-api/contract';
    import { defineServer, routesOf } from '@komak/plugin-api/server';
    const manifest = definePlugin({
      ...${JSON.stringify({ ...manifest, config: undefined, events: undefined })},
      config: z.object({ greeting: z.string().default('salom') }),
    });
    const list = routesOf(manifest)({
      method: 'GET', path: 'queue', summary: 'The counters', access: anyone,
      response: z.object({ version: z.string(), waiting: z.int(), greeting: z.string() }),
      async handle({ database, context: { config } }) {
        const { rows } = await sql\`select sum(waiting)::int waiting from queue_counters\`.execute(database);
        return { version: manifest.version, waiting: rows[0].waiting, greeting: config.greeting };
      },
    });
    export const server = defineServer(manifest, (context) => ({
      routes: [list],
      async start() { ${start} },
    }));`;
}

let root: Promise<string> | undefined;

/** A new folder, which is removed when the test's process ends. */
async function createFolder(): Promise<string> {
  root ??= mkdtemp(join(tmpdir(), 'komak-packed-')).then((folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  });
  return mkdtemp(join(await root, 'plugin-'));
}

/** Writes files as a `.tgz` into a new folder; returns its path. */
export async function writePacked(files: ReadonlyMap<string, Buffer>): Promise<string> {
  const path = join(await createFolder(), 'plugin.tgz');
  await writeFile(path, await writeArchive(files));
  return path;
}

/** Writes files into a new folder; returns its path. */
export async function writeUnpacked(files: ReadonlyMap<string, Buffer>): Promise<string> {
  const folder = await createFolder();
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { createTaskQueue } from '../../concurrency/task-queue.ts';
import type { ByteStore } from '../../services/ports.ts';
import { acceptedValues } from '../responses/accepted-values.ts';
import { assetHeaders } from '../security/headers.ts';

/** A page may stay open for this long and still load the files of its version. */
const retentionMs = 30 * dayMs;
/** A starting node writes its files again if they are older than this, so that they do not expire. */
const renewAfterMs = 7 * dayMs;
const concurrency = 8;
const folder = 'front-end';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** The front-end files of all versions, for pages that were loaded from an older or a newer node. */
export interface SharedAssets {
  /** Uploads the files of this node's front end for the other nodes. */
  upload(): Promise<void>;
  /** Sends a file that another node uploaded; returns whether there was one. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** Deletes the files of versions that no node runs any more. */
  sweep(): Promise<void>;
}

/** Shares the files in `dist/assets`; each name contains a hash, so that versions do not clash. */
export function createSharedAssets({
  dist,
  store,
  temporary,
}: {
  dist: string;
  store: ByteStore;
  /** The folder for temporary copies. */
  temporary: string;
}): SharedAssets {
  async function uploadOne(name: string): Promise<void> {
    const path = join(temporary, randomUUID());
    await copyFile(join(dist, 'assets', name), path);
    try {
      const sha256 = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      await store.put(`${folder}/${name}`, { path, sha256 });
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    async upload() {
      const known = new Set<string>();
      for await (const { name, at } of store.list(folder)) {
        if (Date.now() - at < renewAfterMs) known.add(name.slice(folder.length + 1));
      }
      const names = (await readdir(join(dist, 'assets'))).filter((name) => !known.has(name));
      await mkdir(temporary, { recursive: true, mode: 0o700 });
      const uploads = createTaskQueue({ concurrency });
      await Promise.all(names.map((name) => uploads.run(() => uploadOne(name))));
    },
    send: (request, reply) => sendAsset(store, request, reply),
    async sweep() {
      for await (const { name, at } of store.list(folder)) {
        if (Date.now() - at > retentionMs) await store.remove(name);
      }
    },
  };
}

/** Sends an asset in the best encoding that the client accepts; returns whether there is one. */
async function sendAsset(store: ByteStore, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const name = /^\/assets\/([\w.-]+)(?:\?|$)/.exec(request.url)?.[1];
  if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  const accepted = [...acceptedValues(request.headers['accept-encoding']), ''];
  for (const [ending, encoding] of [
    ['.br', 'br'],
    ['.gz', 'gzip'],
    ['', ''],
  ] as const) {
    if (!accepted.includes(encoding)) continue;
    const stream = await store.read(`${folder}/${name}${ending}`);
    if (!stream) continue;
    void reply.code(200).headers({
      ...assetHeaders,
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      ...(encoding === '' ? {} : { 'content-encoding': encoding }),
    });
    void reply.send(stream);
    return true;
  }
  return false;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { ObjectStoreAddress } from '#kernel/server/config/object-store.ts';

/** An S3 server for one test, which checks signatures, behind a proxy that can cut connections. */
export interface TestObjectStore {
  readonly address: ObjectStoreAddress;
  /** The server's address and credentials as environment variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** Cuts this many connections, each after this many bytes. */
  breakAfter(bytes: number, connections: number): void;
  /** Rejects deletions, as a bucket with locked objects does, until called with false. */
  rejectRemovals(isRejected: boolean): void;
  close(): Promise<void>;
}

/** Starts an S3 server without any bucket. */
export async function startObjectStore(): Promise<TestObjectStore> {
  const directory = await mkdtemp(join(tmpdir(), 'komak-s3-'));
  const store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory });
  // The server signs `/bucket` where clients sign `/bucket/`, so this skips the check for buckets; objects are checked.
  store.middleware.unshift((call, next) => {
    if (/^\/[^/]+\/$/.test(call.path))
      call.app = Object.create(call.app, { allowMismatchedSignatures: { value: true } }) as object;
    return next();
  });
  let isLocked = false;
  store.middleware.unshift(async (call, next) => {
    if (isLocked && call.method === 'DELETE') call.status = 403;
    else await next();
  });
  const { port: storePort } = await store.run();
  const outage = { bytes: 0, left: 0 };

  const proxy = createServer((client) => {
    const upstream = connect(storePort, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    let sent = 0;
    client.on('data', (chunk) => {
      sent += chunk.length;
      if (outage.left === 0 || sent <= outage.bytes) return;
      outage.left--;
      end();
    });
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // The server's only credentials.
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

  return {
    address: { endpoint, bucket: 'komak', prefix: '', region: 'us-east-1', credentials, pathStyle: true },
    variables: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'komak',
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    breakAfter(bytes, connections) {
      Object.assign(outage, { bytes, left: connections });
    },
    rejectRemovals(isRejected) {
      isLocked = isRejected;
    },
    async close() {
      const closed = new Promise((done) => proxy.close(done));
      await store.close();
      await closed;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

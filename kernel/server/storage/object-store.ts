import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { fail } from '#kernel/contract/index.ts';
import { retry } from '../concurrency/retry.ts';
import type { ObjectStoreAddress } from '../config/object-store.ts';
import { StartupError } from '../config/startup-error.ts';
import type { ByteStore } from '../services/ports.ts';
import { createFolderStore } from './folder-store.ts';

/** A remote store. */
export interface ObjectStore extends ByteStore {
  /** Writes bytes of unknown length as they arrive; the object exists only once all of them have arrived. */
  upload(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  close(): void;
}

/** Attempts at an upload; the AWS library does not rewind a stream. */
const maxAttempts = 3;
const retryDelayMs = 300;
/** Size of a part, held in memory; a store accepts 10,000 parts, 160 GB in total. */
const uploadPartBytes = 16 * 1024 * 1024;
const quiet = () => undefined;

/** Opens the store of a server: the bucket if one is configured, else a folder. */
export async function openByteStore(
  folder: string,
  address: ObjectStoreAddress | null,
): Promise<{ store: ByteStore; close: () => void }> {
  if (address === null) return { store: createFolderStore(folder), close: quiet };
  const store = await openObjectStore(address);
  return { store, close: store.close };
}

/**
 * Opens a store in an S3-compatible bucket. An object exists once all of its bytes have arrived with the right digest;
 * a store that does not respond is `unavailable`. Throws a {@link StartupError} if the bucket cannot be used.
 */
export async function openObjectStore(address: ObjectStoreAddress): Promise<ObjectStore> {
  // Some megabytes of code, loaded only if a bucket is configured.
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket, prefix, endpoint, credentials } = address;
  const client = new s3.S3Client({
    region: address.region,
    forcePathStyle: address.pathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    // The option that all stores support; we compute the digest of uploads ourselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, socketTimeout: 15_000, requestTimeout: 60_000 },
    maxAttempts,
    // The library would write to the console; errors are thrown and logged by the caller.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  await requireBucket(address, {
    find: () => client.send(new s3.HeadBucketCommand({ Bucket: bucket })),
    make: () => client.send(new s3.CreateBucketCommand({ Bucket: bucket })),
  });
  const where = (name: string) => ({ Bucket: bucket, Key: prefix + name });

  return {
    async put(name, { path, sha256 }) {
      const { size } = await stat(path);
      const upload = () =>
        client.send(
          new s3.PutObjectCommand({
            ...where(name),
            Body: createReadStream(path),
            ContentLength: size,
            ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
          }),
        );
      // Not every store discards an aborted upload; if the deletion fails too, the sweep finds what has no owner.
      const forget = () => client.send(new s3.DeleteObjectCommand(where(name))).catch(quiet);
      const policy = { maxAttempts, delayMs: retryDelayMs, maxDelayMs: 2 * retryDelayMs };
      await retry(upload, policy).catch(async (error: unknown) => {
        await forget();
        throw unavailable(error);
      });
    },
    upload: (name, bytes) => reached(() => uploadParts(client, where(name), bytes)),
    async read(name, range) {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const response = await reached(() =>
        client.send(new s3.GetObjectCommand({ ...where(name), ...part })).catch(absent),
      );
      return (response?.Body as Readable | undefined) ?? null;
    },
    async remove(name) {
      await reached(() => client.send(new s3.DeleteObjectCommand(where(name))));
    },
    list: (folder) => list(client, s3.paginateListObjectsV2, { bucket, prefix, folder }),
    close: () => client.destroy(),
  };
}

/** Uploads in parts, which the store combines in the end: a backup is larger than one request may be. */
async function uploadParts(
  client: S3Client,
  where: { readonly Bucket: string; readonly Key: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage');
  const params = { ...where, Body: Readable.from(bytes) };
  await new Upload({ client, params, partSize: uploadPartBytes, queueSize: 1 }).done();
}

async function* list(
  client: S3Client,
  paginate: typeof paginateListObjectsV2,
  { bucket, prefix, folder }: { bucket: string; prefix: string; folder: string },
): ReturnType<ByteStore['list']> {
  for await (const page of paginate({ client }, { Bucket: bucket, Prefix: `${prefix}${folder}/` })) {
    for (const { Key: key = '', LastModified: at, Size: size = 0 } of page.Contents ?? []) {
      if (at) yield { name: key.slice(prefix.length), at: at.getTime(), size };
    }
  }
}

async function requireBucket(
  { bucket, endpoint }: ObjectStoreAddress,
  { find, make }: { find: () => Promise<unknown>; make: () => Promise<unknown> },
): Promise<void> {
  try {
    // A self-hosted store has no bucket at first; several nodes may create it concurrently.
    if ((await find().catch(absent)) === null) await make().catch(() => find());
  } catch (error) {
    throw new StartupError(
      `The bucket "${bucket}" at ${endpoint ?? 'AWS'} cannot be used (${reasonOf(error)}); check S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
      { cause: error },
    );
  }
}

async function reached<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): Error {
  return Object.assign(fail('unavailable', { retryAfter: 5 }), { cause });
}

function absent(error: unknown): null {
  if (['NoSuchKey', 'NotFound'].includes((error as Error).name)) return null;
  throw error;
}

function reasonOf(error: unknown): string {
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  return status === undefined ? message || name : `${name}, ${status}`;
}

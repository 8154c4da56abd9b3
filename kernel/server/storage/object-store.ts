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

/** A store that is far away. */
export interface ObjectStore extends ByteStore {
  /** Writes bytes of unknown length as they arrive; the object exists once all of them have arrived, or not at all. */
  upload(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  close(): void;
}

/** Attempts at an upload; the library does not rewind a stream. */
const maxAttempts = 3;
const retryDelayMs = 300;
/** Held in memory at a time; a store takes 10,000 of them, which makes 160 GB. */
const uploadPartBytes = 16 * 1024 * 1024;
const quiet = () => undefined;

/** The store of a server: the bucket where one is named, else a folder. */
export async function openByteStore(
  folder: string,
  address: ObjectStoreAddress | null,
): Promise<{ store: ByteStore; close: () => void }> {
  if (address === null) return { store: createFolderStore(folder), close: quiet };
  const store = await openObjectStore(address);
  return { store, close: store.close };
}

/**
 * Keeps bytes in an S3-compatible bucket. An object is there once all of its bytes have arrived and their digest is right;
 * a store that does not answer is `unavailable`. Throws a {@link StartupError} when the bucket cannot be used.
 */
export async function openObjectStore(address: ObjectStoreAddress): Promise<ObjectStore> {
  // Some megabytes of code, for those only who have a bucket.
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket, prefix, endpoint, credentials } = address;
  const client = new s3.S3Client({
    region: address.region,
    forcePathStyle: address.pathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    // The algorithm that all stores support; the digest of an upload is computed here.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, socketTimeout: 15_000, requestTimeout: 60_000 },
    maxAttempts,
    // It would write to the console; errors are thrown and logged by the caller.
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
      // Not every store forgets what broke off; if it cannot be asked to now, the sweep finds what has no owner.
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

/** Sends parts, of which the store makes one object in the end: a backup is larger than one request may be. */
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
    // A self-hosted store has none yet; several nodes may make it at once.
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

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import { fail } from '#kernel/contract/index.ts';
import { createTaskQueue, type TaskQueue } from '../concurrency/task-queue.ts';
import type { ReceivedFile } from '../services/ports.ts';
import type { Blobs } from './blobs.ts';
import { matchFormat, type Format } from './formats.ts';
import type { ImageProcess } from './image-process.ts';
import { maxPixels, defaultMaxPixels } from './max-pixels.ts';
import { isSound } from './inspect-file.ts';
import { isDiskFull } from './disk-full.ts';

/** An incoming upload. */
export interface Upload {
  readonly stream: Readable;
  readonly name: string;
  readonly mimetype: string;
  readonly maxBytes: number;
  /** The caller whose share of the image budget is used. */
  readonly caller?: string;
}

/**
 * Creates the function that receives uploads: into a temporary file, checked, images re-encoded, stored durably. A
 * failed upload leaves nothing behind.
 */
export function createFileReceiver(
  blobs: Blobs,
  images: ImageProcess,
): (upload: Upload) => Promise<ReceivedFile> {
  // Images unpack to a hundred times their size. A caller never has more than one of the largest in progress; images of
  // usual size have a separate queue, so that they do not wait for the largest.
  const large = createTaskQueue({ concurrency: maxPixels, maxQueued: 5 * maxPixels, retryAfter: 5 });
  const usual = createTaskQueue({
    concurrency: 2 * defaultMaxPixels,
    maxQueued: 40 * defaultMaxPixels,
    retryAfter: 5,
  });
  return async (upload) => {
    try {
      return await receive(
        { blobs, images },
        (weight) => (weight > defaultMaxPixels ? large : usual),
        upload,
      );
    } catch (error) {
      throw isDiskFull(error) ? fail('unavailable', { retryAfter: 60 }) : error;
    }
  };
}

async function receive(
  { blobs, images }: { readonly blobs: Blobs; readonly images: ImageProcess },
  queueFor: (weight: number) => TaskQueue,
  upload: Upload,
): Promise<ReceivedFile> {
  const arrived = await blobs.newPath();
  const made = `${arrived}.made`;
  try {
    await write(upload, arrived);
    const name = sanitizeFileName(upload.name);
    const format = await check(arrived, name, upload.mimetype);
    const result = format.kind === 'image' ? made : arrived;
    if (format.kind === 'image') {
      const { pixels, limit } = await images.countPixels({ path: arrived, format: format.format });
      // The largest image of each kind weighs as much as the whole queue allows.
      const weight = (pixels * maxPixels) / limit;
      const work = () => images.reencode({ from: arrived, to: made, format: format.format, pixels });
      await queueFor(weight).run(work, { caller: upload.caller, weight });
    }
    const { size } = await stat(result);
    const sha256 = await digest(result);
    const storedName = await blobs.upload(result, sha256);
    return { storedName, name, size, format: format.format, mimetype: format.mimetype, sha256 };
  } finally {
    await rm(arrived, { force: true });
    await rm(made, { force: true });
  }
}

async function write({ stream, maxBytes }: Upload, path: string): Promise<void> {
  let size = 0;
  let failure: unknown;
  const handle = await open(path, 'wx', 0o600);
  try {
    // Excess bytes are read and discarded, since a request that is not read to its end gets no response.
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes || failure !== undefined) continue;
      await handle.appendFile(chunk).catch((error: unknown) => void (failure = error));
    }
  } finally {
    await handle.close();
  }
  if (failure !== undefined) throw failure;
  if (size > maxBytes || (stream as Readable & { truncated?: boolean }).truncated) {
    throw fail('too_large', { params: { limit: Math.floor(maxBytes / 1024 / 1024) } });
  }
  if (size === 0) throw fail('type_refused');
}

async function check(path: string, name: string, declared: string): Promise<Format> {
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const format = matchFormat(found?.ext, name, declared);
  if (!format) throw fail('type_refused');
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (!(await isSound(handle, size, format))) throw fail('type_refused');
  } finally {
    await handle.close();
  }
  return format;
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  const stream = createReadStream(path);
  stream.on('data', (chunk) => hash.update(chunk));
  await finished(stream);
  return hash.digest('hex');
}

const longest = 255;

/** Control and format characters, which can reverse the displayed order of letters, and characters of paths. */
const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu;

/** A plain file name without a path: allows every script, at most 255 characters, and preserves the extension. */
export function sanitizeFileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .replace(forbidden, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const characters = Array.from(clean);
  if (characters.length <= longest) return clean === '' ? 'file' : clean;
  const extension = Array.from(/\.[^.]{1,10}$/.exec(clean)?.[0] ?? '');
  return [...characters.slice(0, longest - extension.length), ...extension].join('');
}

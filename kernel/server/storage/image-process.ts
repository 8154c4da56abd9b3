import type { Logger } from 'pino';
import { Tinypool } from 'tinypool';
import { CodedError, fail } from '#kernel/contract/index.ts';
import type { countPixels, ImageRejection, PixelCount, reencodeImage } from './images.ts';
import { maxPixelsOf } from './max-pixels.ts';

/** Decodes and encodes images in a process of its own; throws coded errors for rejected images. */
export interface ImageProcess {
  /** Re-encodes an image, see `reencodeImage`. */
  reencode(image: Parameters<typeof reencodeImage>[0]): Promise<void>;
  /**
   * Reads the number of pixels of an image, see `countPixels`; rejects too many pixels, and files that are not images.
   */
  countPixels(image: Parameters<typeof countPixels>[0]): Promise<PixelCount>;
  close(): Promise<void>;
}

/** Milliseconds without an image after which the process ends to release its memory. */
const idleTimeout = 60_000;

/** More than the pixel budgets admit at once, so that nothing waits in two queues. */
const concurrentTasks = 64;

/** Environment variables that the process needs to start; the decoder must not see keys or the database address. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TEMP', 'TMP', 'SystemRoot'];

/**
 * Creates the process that decodes images, which starts with the first image. A file that crashes a decoder does not
 * affect the server, and the process's allocator can be configured for low memory use, which is only possible before a
 * process starts.
 */
export function createImageProcess({
  log,
  temporary,
}: {
  readonly log: Pick<Logger, 'error'>;
  /** The folder for data too large for memory. */
  readonly temporary: string;
}): ImageProcess {
  let pool: Tinypool | null = null;

  /**
   * If the process ends without an image in progress, an event reports it; without a listener it would end the server.
   */
  function startWatched(): Tinypool {
    const started = startPool(temporary);
    started.on('error', (error: unknown) => {
      if (pool !== started) return;
      pool = null;
      log.error({ err: error }, 'the process that decodes images has ended');
      // Work that waits for the start of the process would wait forever.
      void started.destroy();
    });
    return started;
  }

  async function run<Result>(name: string, task: unknown): Promise<Result> {
    const used = (pool ??= startWatched());
    try {
      return (await used.run(task, { name })) as Result;
    } catch (error) {
      // A decoder crashed, or the system has run out of memory.
      if (pool === used) log.error({ err: error }, 'the process that decodes images has ended');
      throw fail('unavailable', { retryAfter: 5 });
    }
  }

  return {
    async reencode(image) {
      const rejection = await run<Awaited<ReturnType<typeof reencodeImage>>>('reencodeImage', image);
      if (rejection !== null) throw errorOf(rejection, maxPixelsOf(image));
    },
    async countPixels(image) {
      const counted = await run<Awaited<ReturnType<typeof countPixels>>>('countPixels', image);
      if (counted === null) throw errorOf('type_refused', 0);
      if (counted.pixels > counted.limit) throw errorOf('too_many_pixels', counted.limit);
      return counted;
    },
    async close() {
      const former = pool;
      pool = null;
      await former?.destroy();
    },
  };
}

/** glibc returns a large image's memory at once; libvips puts larger data into a temporary file instead of memory. */
const memoryLimits = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '1', VIPS_DISC_THRESHOLD: '20m' };

/** Without the cache, the process needs 15 MiB more to strip the types of its code. */
const compileCache = new URL('../build/enable-compile-cache.js', import.meta.url).href;

function startPool(temporary: string): Tinypool {
  const env = passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return new Tinypool({
    filename: new URL('./images.ts', import.meta.url).href,
    runtime: 'child_process',
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: concurrentTasks,
    idleTimeout,
    useAtomics: false,
    execArgv: ['--max-semi-space-size=1', `--import=${compileCache}`],
    env: { ...Object.fromEntries(env), ...memoryLimits, TMPDIR: temporary },
  });
}

function errorOf(rejection: ImageRejection, limit: number): CodedError {
  if (rejection === 'disk_full') return fail('unavailable', { retryAfter: 60 });
  if (rejection === 'type_refused') return fail('type_refused');
  return new CodedError({ status: 413, code: rejection, params: { limit: Math.floor(limit / 1_000_000) } });
}

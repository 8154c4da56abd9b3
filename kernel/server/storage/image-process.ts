import type { Logger } from 'pino';
import { Tinypool } from 'tinypool';
import { CodedError, fail } from '#kernel/contract/index.ts';
import type { countPixels, ImageRefusal, PixelCount, reencodeImage } from './images.ts';
import { maxPixelsOf } from './max-pixels.ts';

/** Decodes and encodes images in a process of its own; what it refuses is thrown. */
export interface ImageProcess {
  /** Encodes an image again, as `reencodeImage` says. */
  reencode(image: Parameters<typeof reencodeImage>[0]): Promise<void>;
  /** Reads how many pixels an image has, as `countPixels` says; what has too many, or is no image, is refused. */
  countPixels(image: Parameters<typeof countPixels>[0]): Promise<PixelCount>;
  close(): Promise<void>;
}

/** Milliseconds without an image after which the process ends and its memory is free. */
const idleTimeout = 60_000;

/** More than the budgets of pixels let through at once: nothing waits for its turn twice. */
const concurrentTasks = 64;

/** Environment variables that the process needs to start; keys and the database address are not for a decoder. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TEMP', 'TMP', 'SystemRoot'];

/**
 * Creates the process that decodes images; it starts with the first one. A file that crashes a decoder does not affect the
 * server, and the allocator of the process can be configured for low memory use, which is possible only before a process starts.
 */
export function createImageProcess({
  log,
  temporary,
}: {
  readonly log: Pick<Logger, 'error'>;
  /** The folder for what is too large for memory. */
  readonly temporary: string;
}): ImageProcess {
  let pool: Tinypool | null = null;

  /** A process that ends without an image in work is reported by an event; without a listener it would end the server. */
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
      // By a fault of a decoder, or by a system that has no memory left.
      if (pool === used) log.error({ err: error }, 'the process that decodes images has ended');
      throw fail('unavailable', { retryAfter: 5 });
    }
  }

  return {
    async reencode(image) {
      const refusal = await run<Awaited<ReturnType<typeof reencodeImage>>>('reencodeImage', image);
      if (refusal !== null) throw errorOf(refusal, maxPixelsOf(image));
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

/** glibc returns at once what a large image took; libvips copies what is larger into a temporary file, not into memory. */
const thrifty = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '1', VIPS_DISC_THRESHOLD: '20m' };

/** Without it the process needs 15 MiB more, to strip the types of its code. */
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
    env: { ...Object.fromEntries(env), ...thrifty, TMPDIR: temporary },
  });
}

function errorOf(refusal: ImageRefusal, limit: number): CodedError {
  if (refusal === 'disk_full') return fail('unavailable', { retryAfter: 60 });
  if (refusal === 'type_refused') return fail('type_refused');
  return new CodedError({ status: 413, code: refusal, params: { limit: Math.floor(limit / 1_000_000) } });
}

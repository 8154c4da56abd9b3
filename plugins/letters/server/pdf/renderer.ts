import { Tinypool } from 'tinypool';
import { CodedError, fail } from '#kernel/plugin-api/contract.ts';
import type { Context } from '../core/application.ts';
import { codedError } from '../core/errors.ts';
import type { draw } from './pdf-worker.ts';
import type { LetterSheet } from './sheet.ts';

/** Renders letters in a thread, so that it does not block the server. */
export interface Renderer {
  /**
   * Throws `not_drawn` for a letter that cannot be rendered, `signs_missing` for an issued one with
   * characters that the font lacks, `busy` for one that took too long, `unavailable` if too many are waiting.
   */
  render(sheet: LetterSheet): Promise<Buffer>;
  stop(): Promise<void>;
}

/**
 * The time limit for one letter, in milliseconds; a transaction that waits for it is limited to thirty
 * seconds.
 */
const timeoutMs = 25_000;

/** The maximum number of letters waiting for the thread; further callers are told to retry. */
const maxQueue = 100;

/** The maximum number of missing characters named in an error. */
const maxNamed = 10;

/** Creates the renderer of a server: one thread, which ends after half a minute without work. */
export function createRenderer(log: Pick<Context['log'], 'error'>): Renderer {
  let pool: Tinypool | null = null;
  return {
    async render(sheet) {
      pool ??= new Tinypool({
        filename: new URL('./pdf-worker.ts', import.meta.url).href,
        name: 'draw',
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: 30_000,
        maxQueue,
        env: {},
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: 256 },
      });
      const used = pool;
      if (used.queueSize >= maxQueue) throw fail('unavailable', { retryAfter: 5 });
      try {
        const drawing: ReturnType<typeof draw> = used.run(sheet, { signal: AbortSignal.timeout(timeoutMs) });
        const { bytes, missing } = await drawing;
        // An issued letter must contain its writer's complete text.
        if (sheet.issued && missing.length > 0)
          throw codedError('signs_missing', { params: { signs: missing.slice(0, maxNamed).join(' ') } });
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (error) {
        // If the server's shutdown interrupted the rendering, the letter is not at fault.
        if (pool !== used || error instanceof CodedError) throw error;
        // A timeout, on a busy machine or for an endless letter: it may be retried.
        if (error instanceof Error && error.name === 'AbortError') throw fail('busy', { retryAfter: 5 });
        log.error({ err: error }, 'a letter could not be generated');
        throw codedError('not_drawn');
      }
    },
    async stop() {
      const former = pool;
      pool = null;
      await former?.destroy();
    },
  };
}

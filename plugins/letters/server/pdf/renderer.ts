import { Tinypool } from 'tinypool';
import { CodedError, fail } from '#kernel/plugin-api/contract.ts';
import type { Context } from '../core/application.ts';
import { refuse } from '../core/errors.ts';
import type { draw } from './pdf-worker.ts';
import type { LetterSheet } from './sheet.ts';

/** Renders letters in a thread, so that it does not block the server. */
export interface Renderer {
  /**
   * Throws `not_drawn` for a letter that cannot be drawn, `signs_missing` for one with a number and with signs that the font lacks,
   * `busy` for one that took too long, `unavailable` where too many wait.
   */
  render(sheet: LetterSheet): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Most milliseconds for one letter; a transaction that waits for it lives for half a minute. */
const timeoutMs = 25_000;

/** Most letters that wait for the thread; further callers are told to retry. */
const maxQueue = 100;

/** Most characters missing in the font that an error names. */
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
        // A sent letter contains its writer's text, or it is not sent.
        if (sheet.issued && missing.length > 0)
          throw refuse('signs_missing', { params: { signs: missing.slice(0, maxNamed).join(' ') } });
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (error) {
        // A letter whose drawing was cut short because the server stops is no bad letter.
        if (pool !== used || error instanceof CodedError) throw error;
        // Of a busy machine, or of a letter without end: it may be tried again.
        if (error instanceof Error && error.name === 'AbortError') throw fail('busy', { retryAfter: 5 });
        log.error({ err: error }, 'a letter could not be generated');
        throw refuse('not_drawn');
      }
    },
    async stop() {
      const former = pool;
      pool = null;
      await former?.destroy();
    },
  };
}

import { Piscina } from 'piscina';
import type { LetterSheet } from './sheet.ts';

/** Draws letters in a thread, so that drawing holds nobody up. */
export interface Renderer {
  render(sheet: LetterSheet): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Longer than this no letter takes. */
const timeoutMs = 30_000;

/** Creates the renderer of a server: one thread, which ends when there was nothing to draw for half a minute. */
export function createRenderer(): Renderer {
  let pool: Piscina | null = null;
  return {
    async render(sheet) {
      pool ??= new Piscina({
        filename: new URL('./pdf-worker.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: 30_000,
        maxQueue: 100,
        env: {},
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: 256 },
      });
      const bytes: Uint8Array = await pool.run(sheet, { signal: AbortSignal.timeout(timeoutMs) });
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    async stop() {
      const former = pool;
      pool = null;
      await former?.destroy();
    },
  };
}

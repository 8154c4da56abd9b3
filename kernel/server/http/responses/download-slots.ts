import { Readable } from 'node:stream';
import { fail } from '#kernel/contract/index.ts';
import { createCallerLimit } from '../../concurrency/caller-limit.ts';
import { Download } from './raw-responses.ts';

/** Limits the concurrent downloads of a node. */
export interface DownloadSlots {
  /**
   * Creates a download in a slot that is reserved before the first await, and released when the last byte is read, the
   * client disconnects, or it stalls. Throws `too_many_attempts` if all slots, or the caller's share, are in use.
   */
  run(adminId: number, make: () => Promise<Download>): Promise<Download>;
}

export interface DownloadSlotsOptions {
  readonly concurrency: number;
  /** Maximum number of slots of one admin. */
  readonly perAdmin: number;
  /** Milliseconds without progress after which a client loses its slot and its connection. */
  readonly stallMs?: number;
}

const retryAfter = 15;

/**
 * Creates the download slots of a plugin on this node. @example const slots = createDownloadSlots({ concurrency: 4,
 * perAdmin: 2 })
 */
export function createDownloadSlots({
  concurrency,
  perAdmin,
  stallMs = 30_000,
}: DownloadSlotsOptions): DownloadSlots {
  const limit = createCallerLimit(perAdmin, concurrency);
  return {
    async run(adminId, make) {
      const free = limit.tryAcquire(String(adminId));
      if (!free) throw fail('too_many_attempts', { retryAfter });
      try {
        const { stream: source, ...parts } = await make();
        const stream: Readable = Readable.from(
          withStallLimit(source, stallMs, () =>
            stream.destroy(new Error('the client of a download stopped reading')),
          ),
          { objectMode: false },
        );
        stream.once('close', () => {
          free();
          source.destroy();
        });
        return new Download({ ...parts, stream });
      } catch (error) {
        free();
        throw error;
      }
    },
  };
}

/** Yields the chunks of a stream; calls `onStall` if the next chunk is not requested in time. */
async function* withStallLimit(
  source: Readable,
  stallMs: number,
  onStall: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    const timer = setTimeout(onStall, stallMs);
    try {
      yield chunk as Uint8Array;
    } finally {
      clearTimeout(timer);
    }
  }
}

import { createTokenBuckets } from '#kernel/server/concurrency/rate-limiter.ts';
import { createTaskQueue, type TaskQueue } from '#kernel/server/concurrency/task-queue.ts';

/** Avoids a query for each call with an unknown token. */
export interface UnknownTokens {
  /**
   * Runs the read of a token's session. One that was unknown lately is not read again; a network that sent many unknown ones is
   * read one token at a time, so that who signs in there still gets in, and `too_many_attempts` is thrown where too many wait.
   * Sockets name no network: behind a proxy all of them come from one.
   */
  read<Found>(
    token: string,
    network: string | null,
    read: () => Promise<Found | null>,
  ): Promise<Found | null>;
}

const maxTokens = 10_000;
/** No token is given out twice, so an unknown one stays unknown; what was restored from a backup is known after this. */
const lifetimeMs = 30_000;
/** Unknown tokens of one network that are read like any other; an office whose sessions ended overnight sends one each. */
const allowedMisses = { burst: 200, perSecond: 2 };
const maxQueued = 20;

/** Creates the memory of unknown tokens of this node; it is bounded, and the oldest go first. */
export function createUnknownTokens(now: () => number = () => performance.now()): UnknownTokens {
  const unknown = new Map<string, number>();
  const takeToken = createTokenBuckets<string>(allowedMisses, now);
  /** Networks over the limit, each with its queue. */
  const queues = new Map<string, TaskQueue>();

  function note(token: string, network: string | null): void {
    for (const [oldest] of unknown) {
      if (unknown.size < maxTokens) break;
      unknown.delete(oldest);
    }
    unknown.set(token, now() + lifetimeMs);
    if (network === null) return;
    if (takeToken(network) === 0) {
      queues.delete(network);
      return;
    }
    if (queues.size >= maxTokens) queues.clear();
    if (!queues.has(network)) {
      queues.set(network, createTaskQueue({ concurrency: 1, maxQueued, retryAfter: 5 }));
    }
  }

  return {
    async read(token, network, read) {
      if ((unknown.get(token) ?? 0) > now()) return null;
      unknown.delete(token);
      const queue = network === null ? undefined : queues.get(network);
      const found = await (queue ? queue.run(read) : read());
      if (found === null) note(token, network);
      return found;
    },
  };
}

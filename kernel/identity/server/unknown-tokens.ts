import { createTokenBuckets } from '#kernel/domain/values/token-buckets.ts';
import { createTaskQueue, type TaskQueue } from '#kernel/server/concurrency/task-queue.ts';

/** Avoids a query for each call with an unknown token. */
export interface UnknownTokens {
  /**
   * Reads the session of a token. A token that was recently unknown is not read again. For a network that sent many
   * unknown tokens, one token is read at a time, so that its users can still sign in; throws `too_many_attempts` if too
   * many wait. Sockets pass no network, since behind a proxy all of them come from one.
   */
  read<Found>(
    token: string,
    network: string | null,
    read: () => Promise<Found | null>,
  ): Promise<Found | null>;
}

const maxTokens = 10_000;
/** Tokens are never reused, so an unknown one stays unknown, except after a restored backup. */
const lifetimeMs = 30_000;
/**
 * Unknown tokens of one network that are read without a queue; an office whose sessions ended overnight sends one per
 * user.
 */
const allowedMisses = { burst: 200, perSecond: 2 };
const maxQueued = 20;

/** Creates this node's list of unknown tokens; it is bounded and drops the oldest first. */
export function createUnknownTokens(now: () => number = () => performance.now()): UnknownTokens {
  const unknown = new Map<string, number>();
  const takeToken = createTokenBuckets<string>(allowedMisses, now);
  /** Queues of the networks over the limit. */
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

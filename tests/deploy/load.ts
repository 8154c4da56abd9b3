import { openListFollower } from '../support/list-follower.ts';
import { startWriter } from '../support/writer.ts';
import type { Installation } from './installation.ts';
import type { Office } from './office.ts';

/** The number of concurrent writers, each writing one application after another. */
const writerCount = 4;
/** The proxy's statuses for a node that stops: treated like no response. */
const proxyErrors = [502, 504];

/**
 * Runs an operation on an installation while users write to it through its proxy and one follows the list
 * live. Throws if an acknowledged application is lost, stored twice, or not sent to the user who follows the
 * list. Returns the figures.
 */
export async function underLoad(
  installation: Installation,
  { operator, neighborhoodId }: Office,
  name: string,
  work: () => Promise<void>,
): Promise<string> {
  const token = operator.token ?? '';
  const last = Number((await installation.query('select coalesce(max(id), 0) from applications'))[0]);
  const follower = await openListFollower(installation.url, operator, { afterId: last });
  const writers = Array.from({ length: writerCount }, (_, index) =>
    startWriter(() => installation.url, {
      name: `${name}-${index}`,
      token,
      pause: 20,
      neighborhoodId,
      retryOn: proxyErrors,
    }),
  );
  const pauses = watchPauses(() => writers.reduce((sum, { confirmed }) => sum + confirmed.size, 0));
  try {
    await work();
  } finally {
    await Promise.all(writers.map((writer) => writer.stop()));
    pauses.stop();
  }
  const confirmed = new Map(writers.flatMap((writer) => [...writer.confirmed]));
  const rows = await installation.query(
    `select planned_assistance, id from applications where planned_assistance like '${name}-%'`,
  );
  const stored = rows.map((row) => row.split('|'));
  const byKey = new Map(stored.map(([key = '', id]) => [key, Number(id)]));
  const lost = [...confirmed].filter(([key, id]) => byKey.get(key) !== id);
  if (lost.length > 0) throw new Error(`confirmed, but not stored: ${lost.join(', ')}`);
  if (stored.length !== byKey.size) throw new Error(`${stored.length - byKey.size} stored twice`);
  await untilKnown(follower, [...confirmed.values()]);
  follower.stop();
  const outcomes = new Map<number | string, number>();
  for (const writer of writers) {
    for (const [outcome, count] of writer.outcomes)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
  }
  const summary = [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
  return `${summary}; longest pause ${(pauses.longestMs / 1000).toFixed(1)} s; nothing confirmed is lost`;
}

function watchPauses(count: () => number): { readonly longestMs: number; stop(): void } {
  let [seen, at, longestMs] = [count(), performance.now(), 0];
  const compare = () => {
    longestMs = Math.max(longestMs, performance.now() - at);
    if (count() !== seen) [seen, at] = [count(), performance.now()];
  };
  const timer = setInterval(compare, 50);
  return {
    get longestMs() {
      return longestMs;
    },
    stop: () => clearInterval(timer),
  };
}

async function untilKnown(
  follower: Awaited<ReturnType<typeof openListFollower>>,
  ids: readonly number[],
): Promise<void> {
  for (let waits = 0; waits < 300; waits++) {
    await follower.settle();
    if (ids.every((id) => follower.known.has(id))) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  const missing = ids.filter((id) => !follower.known.has(id));
  throw new Error(`${missing.length} of ${ids.length} never reached the client that follows the list`);
}

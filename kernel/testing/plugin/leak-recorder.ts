import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';

const starts = ['setInterval', 'setTimeout', 'setImmediate'] as const;
const ends = ['clearInterval', 'clearTimeout', 'clearImmediate'] as const;

/**
 * Runs a callback that starts and stops something, and lists the timers and process listeners that remain. Those of
 * other code in the process, and timers of packages (such as idle connections), do not count.
 */
export async function findLeaks(work: () => Promise<void> | void): Promise<readonly string[]> {
  const open = new Map<unknown, string>();
  const inside = new AsyncLocalStorage<true>();
  const undo = recordTimers(open, inside);
  const listeners = countListeners();
  try {
    await inside.run(true, work);
  } finally {
    undo();
  }
  const added = [...countListeners()].filter(([event, count]) => count > (listeners.get(event) ?? 0));
  return [...open.values(), ...added.map(([event]) => `a listener of the process for "${event}"`)];
}

function recordTimers(open: Map<unknown, string>, inside: AsyncLocalStorage<true>): () => void {
  // Unchecked: each function of `timers` has its own type; all are called with the arguments that they were given.
  type Scope = Record<string, (...given: unknown[]) => unknown>;
  const scope = timers as unknown as Scope;
  const originals = new Map([...starts, ...ends].map((name) => [name, scope[name]]));
  for (const name of starts) {
    const original = originals.get(name);
    scope[name] = (run, ...rest) => {
      const repeats = name === 'setInterval';
      const timer: unknown = original?.(
        (...given: unknown[]) => {
          if (!repeats) open.delete(timer);
          (run as (...given: unknown[]) => void)(...given);
        },
        ...rest,
      );
      const source = inside.getStore() ? callerOf() : null;
      if (source) open.set(timer, `a timer (${name} at ${source})`);
      return timer;
    };
  }
  for (const name of ends) {
    const original = originals.get(name);
    scope[name] = (timer) => {
      open.delete(timer);
      return original?.(timer);
    };
  }
  share();
  return () => {
    for (const [name, original] of originals) if (original) scope[name] = original;
    share();
  };

  /** Updates both the globals and the exports of `node:timers`. */
  function share(): void {
    Object.assign(globalThis, Object.fromEntries([...originals.keys()].map((name) => [name, scope[name]])));
    syncBuiltinESMExports();
  }
}

/** File and line that set a timer; null for code in packages and in Node. */
function callerOf(): string | null {
  const [, , , frame = ''] = (new Error().stack ?? '').split('\n');
  const source = /\(?((?:file:\/\/)?\/[^()]+:\d+):\d+\)?$/.exec(frame)?.[1];
  return source && !source.includes('node_modules')
    ? source.replace(/^.*\/(?=[^/]+\/[^/]+\/[^/]+$)/, '')
    : null;
}

function countListeners(): Map<string, number> {
  return new Map(process.eventNames().map((event) => [String(event), process.listenerCount(event)]));
}

import type { Browser, CDPSession, Page } from '@playwright/test';

/** A network connection and a processor. */
export interface Line {
  readonly name: string;
  /** Null: as fast as the machine. */
  readonly slow: {
    readonly bitsPerSecond: number;
    readonly latencyMs: number;
    /** The factor by which the processor is slower. */
    readonly slowdown: number;
  } | null;
}

/** The measured connections. */
export const lines: readonly Line[] = [
  { name: 'quick', slow: null },
  { name: 'slow', slow: { bitsPerSecond: 1_600_000, latencyMs: 150, slowdown: 4 } },
];

/** One first visit. */
export interface Visit {
  /** From the start of the navigation until the awaited element appears, in milliseconds. */
  readonly shown: number;
  /** All requests of the page until then; `scripts` counts the scripts among them. */
  readonly requests: number;
  readonly scripts: number;
  /** As transferred over the network; 1 kB is 1,000 bytes. */
  readonly kilobytes: number;
  /** CPU time of the main thread until then, in milliseconds. */
  readonly work: number;
}

/** The page that a visit opens, and how it starts. */
export interface Plan {
  readonly url: string;
  /** The selector of the element that shows that the list is rendered. */
  readonly awaited: string;
  /** The initial content of the browser's storage. */
  readonly storage?: Readonly<Record<string, string>>;
  /** Signs in as soon as the form appears. */
  readonly login?: { readonly name: string; readonly password: string };
  /** Prints each request with its times. */
  readonly trace?: boolean;
}

/** Opens a page with an empty cache, and waits for its list. */
export async function visit(browser: Browser, { slow }: Line, plan: Plan): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (slow) await slowDown(session, slow);
    const traffic = record(session);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.addInitScript(prepare, {
      awaited: plan.awaited,
      storage: plan.storage ?? {},
      login: plan.login,
    });
    await page.goto(plan.url, { waitUntil: 'commit', timeout: 90_000 });
    await page.waitForFunction(() => performance.getEntriesByName('awaited').length > 0, null, {
      timeout: 90_000,
    });
    const work = (await taskSeconds(session)) * 1000;
    const shown = await page.evaluate(
      () => performance.getEntriesByName('awaited')[0]?.startTime ?? Number.NaN,
    );
    if (plan.trace) await printTrace(page);
    return { shown, work, ...(await traffic(shown)) };
  } finally {
    await context.close();
  }
}

/** Throttles a page's network connection and processor. */
export async function slowDown(session: CDPSession, slow: NonNullable<Line['slow']>): Promise<void> {
  const throughput = slow.bitsPerSecond / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.slowdown });
}

/** Counts requests from now on; the result covers the given first milliseconds. */
function record(
  session: CDPSession,
): (untilMs: number) => Promise<Pick<Visit, 'requests' | 'scripts' | 'kilobytes'>> {
  const requests = new Map<string, { at: number; script: boolean; bytes: number }>();
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, type, request }) => {
    if (!request.url.startsWith('http')) return;
    requests.set(requestId, {
      at: timestamp,
      script: type === 'Script' || request.url.endsWith('.js'),
      bytes: 0,
    });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = requests.get(requestId);
    if (one) one.bytes += encodedDataLength;
  });
  return async (untilMs) => {
    const all = [...requests.values()];
    const start = Math.min(...all.map(({ at }) => at));
    const early = all.filter(({ at }) => (at - start) * 1000 <= untilMs);
    return {
      requests: early.length,
      scripts: early.filter(({ script }) => script).length,
      kilobytes: early.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    };
  };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

interface Preparation {
  readonly awaited: string;
  readonly storage: Readonly<Record<string, string>>;
  readonly login: Plan['login'];
}

/** Runs in the page first: fills the storage, records when the list appears, and signs in if requested. */
function prepare({ awaited, storage, login }: Preparation): void {
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  let sent = false;
  const observer = new MutationObserver(() => {
    if (login && !sent) sent = signIn(login);
    if (!document.querySelector(awaited)) return;
    observer.disconnect();
    performance.mark('awaited');
  });
  observer.observe(document, { childList: true, subtree: true });

  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only the outer function is sent to the page
  function signIn({ name, password }: NonNullable<Plan['login']>): boolean {
    const form = document.querySelector('form');
    const fields = form?.querySelectorAll('input') ?? [];
    if (!form || fields.length < 2) return false;
    // React listens to input events, not to a changed property.
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const [field, text] of [
      [fields[0], name],
      [fields[1], password],
    ] as const) {
      set?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    }
    setTimeout(() => form.requestSubmit());
    return true;
  }
}

async function printTrace(page: Page): Promise<void> {
  const entries = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => {
        const { name, startTime, responseEnd, encodedBodySize } = entry as PerformanceResourceTiming;
        return { name: new URL(name).pathname, startTime, responseEnd, encodedBodySize };
      },
    ),
  );
  for (const { name, startTime, responseEnd, encodedBodySize } of entries)
    process.stderr.write(
      `${startTime.toFixed(0).padStart(6)} ${responseEnd.toFixed(0).padStart(6)} ${encodedBodySize.toString().padStart(7)}  ${name}\n`,
    );
}

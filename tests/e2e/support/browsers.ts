import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { logPolicyViolations } from './browser-errors.ts';

/** A browser of one user during a test. */
export interface BrowserUser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Returns it for later tests, which find only the product's code in it. */
  release(): Promise<void>;
}

interface OpenContext {
  readonly context: BrowserContext;
  /** Origins that may have stored data. */
  readonly origins: Set<string>;
  /** Whether a test has installed its own clock, which stays in its further pages. */
  hasOwnClock: boolean;
}

/**
 * Reuses browsers between tests, so that each finds the product's code in its cache. All other data are
 * removed before it is used again, once no page of the previous test is left that could write.
 */
export class Browsers {
  readonly #browser: Browser;
  readonly #free = new Map<string, OpenContext[]>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A browser with an empty page and empty storage; a fresh one has an empty cache too. */
  async take(
    options: BrowserContextOptions,
    origins: readonly string[],
    fresh: boolean,
  ): Promise<BrowserUser> {
    const key = JSON.stringify(options);
    const former = fresh ? undefined : this.#free.get(key)?.pop();
    const open = former ?? (await this.#open(options));
    const { context } = open;
    const page = await context.newPage();
    await forget(page, open.origins);
    for (const origin of origins) open.origins.add(new URL(origin).origin);
    return {
      context,
      page,
      release: async () => {
        await Promise.all(context.pages().map((one) => one.close()));
        if (open.hasOwnClock) return context.close();
        await context.unrouteAll({ behavior: 'ignoreErrors' });
        await context.clearPermissions();
        await context.clearCookies();
        await context.setOffline(false);
        return void this.#free.set(key, [...(this.#free.get(key) ?? []), open]);
      },
    };
  }

  async #open(options: BrowserContextOptions): Promise<OpenContext> {
    const context = await this.#browser.newContext(options);
    await context.addInitScript(logPolicyViolations);
    const open: OpenContext = { context, origins: new Set(), hasOwnClock: false };
    const { clock } = context;
    for (const change of ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'] as const) {
      const apply = clock[change].bind(clock) as (time: Date) => Promise<void>;
      clock[change] = (time: unknown) => {
        open.hasOwnClock = true;
        return apply(time as Date);
      };
    }
    return open;
  }

  /** Closes them all. */
  async close(): Promise<void> {
    const all = [...this.#free.values()].flat();
    await Promise.all(all.map(({ context }) => context.close()));
  }
}

async function forget(page: Page, origins: ReadonlySet<string>): Promise<void> {
  if (origins.size === 0) return;
  const client = await page.context().newCDPSession(page);
  const clear = (origin: string) =>
    client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await Promise.all([...origins].map(clear));
  await client.detach();
}

import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';
import type { Language } from '#kernel/domain/text/languages.ts';
import { Api, type Login } from './api.ts';
import { Browsers, type BrowserUser } from './browsers.ts';
import { startProduct, type Server } from './server.ts';
import { collectBrowserErrors } from './browser-errors.ts';

/** Options of a browser. */
export interface Start {
  readonly path?: string;
  readonly language?: Language;
  readonly theme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly touch?: boolean;
  /** Shows the introductory tour, which other tests count as seen. */
  readonly tour?: boolean;
  /** Starts with an empty cache, as on the first visit. */
  readonly fresh?: boolean;
  /** Expected errors of a test, such as code that cannot be loaded while the server is stopped. */
  readonly tolerate?: RegExp;
  /** Other hosts that a test may call, such as a fake service. */
  readonly foreign?: readonly string[];
}

/** The token of a browser: of a login, a given one, or none. */
export type Holder = Login | { readonly token: string } | null;

interface WorkerFixtures {
  /** The product, shared by the tests of a worker. */
  readonly server: Server;
  readonly api: Api;
  readonly browsers: Browsers;
}

interface TestFixtures {
  /** Opens a separate browser, signed in, and waits for the page. */
  readonly as: (login: Login, start?: Start) => Promise<Page>;
  /** Opens a separate browser for another server than the shared one, or without a session. */
  readonly open: (url: string, holder: Holder, start?: Start, api?: Api) => Promise<Page>;
}

/**
 * A test with the product. Fails on uncaught and console errors, on violations of the content security policy or
 * Trusted Types, and on calls to foreign hosts.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startProduct();
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  api: [async ({ server }, use) => use(new Api(server.url)), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server.url),
  browsers: [
    async ({ browser }, use) => {
      const browsers = new Browsers(browser);
      await use(browsers);
      await browsers.close();
    },
    { scope: 'worker' },
  ],
  open: async ({ browsers, api: shared }, use) => {
    const opened: Watched[] = [];
    await use(async (url, holder, start = {}, api = shared) => {
      const token = typeof holder === 'string' ? await api.token(holder) : (holder?.token ?? null);
      const watched = await openBrowser(browsers, url, token, start);
      opened.push(watched);
      const { page } = watched.seat;
      await page.goto(start.path ?? '/');
      return page;
    });
    await Promise.all(opened.map(({ end }) => end()));
    expect(opened.flatMap(({ errors }) => errors)).toEqual([]);
  },
  as: async ({ open, server }, use) => use((login, start) => open(server.url, login, start)),
});

export { expect };

interface Watched {
  readonly seat: BrowserUser;
  readonly errors: readonly string[];
  end(): Promise<void>;
}

async function openBrowser(
  browsers: Browsers,
  url: string,
  token: string | null,
  start: Start,
): Promise<Watched> {
  const options: BrowserContextOptions = { baseURL: url, colorScheme: start.theme ?? 'light' };
  if (start.viewport) options.viewport = { ...start.viewport };
  if (start.touch) Object.assign(options, { hasTouch: true, isMobile: true });
  const allowed = [url, ...(start.foreign ?? [])];
  const seat = await browsers.take(options, allowed, start.fresh ?? false);
  const { context, page } = seat;
  const errors = collectBrowserErrors(context, { addresses: allowed, tolerate: start.tolerate });
  const stored = {
    'access-token': token,
    language: start.language ?? null,
    theme: start.theme ?? null,
    tour: start.tour ? null : 'seen',
  };
  await page.addInitScript(putIntoStorage, stored);
  return {
    seat,
    errors: errors.found,
    async end() {
      errors.end();
      await seat.release();
    },
  };
}

/** Runs in the browser, once, so that the user's later changes stay. Foreign pages have no storage. */
function putIntoStorage(stored: Readonly<Record<string, string | null>>): void {
  if (!location.protocol.startsWith('http') || document.contentType !== 'text/html') return;
  if (localStorage.getItem('e2e') !== null) return;
  localStorage.setItem('e2e', 'started');
  for (const [key, value] of Object.entries(stored)) if (value !== null) localStorage.setItem(key, value);
}

import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import type { Language } from '#kernel/contract/index.ts';
import { Api, type Login } from './api.ts';
import { startProduct, type Server } from './server.ts';

/** What a browser starts with. */
export interface Start {
  readonly path?: string;
  readonly language?: Language;
  readonly theme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly touch?: boolean;
  /** Errors that belong to the story, such as code that cannot be fetched while the server is away. */
  readonly tolerate?: RegExp;
  /** Addresses of other servers that belong to the story, such as one that stands in for a service. */
  readonly foreign?: readonly string[];
}

/** The credential that a browser holds: of a login, a given one, or none. */
export type Holder = Login | { readonly token: string } | null;

interface WorkerFixtures {
  /** The product, shared by the tests of a worker. */
  readonly server: Server;
  readonly api: Api;
}

interface TestFixtures {
  /** Opens a browser of somebody's own, signed in, and waits for the page. */
  readonly as: (login: Login, start?: Start) => Promise<Page>;
  /** Opens a browser of somebody's own on another server than the shared one, or without a session. */
  readonly open: (url: string, holder: Holder, start?: Start, api?: Api) => Promise<Page>;
}

/** A test with the product behind it. Each fails on an error that no code caught, and on a call to a foreign host. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startProduct();
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  api: [async ({ server }, use) => use(new Api(server.url)), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server.url),
  open: async ({ browser, api: shared }, use) => {
    const opened: Watched[] = [];
    await use(async (url, holder, start = {}, api = shared) => {
      const token = typeof holder === 'string' ? await api.token(holder) : (holder?.token ?? null);
      const watched = await openBrowser(browser, url, token, start);
      opened.push(watched);
      const page = await watched.context.newPage();
      await page.goto(start.path ?? '/');
      return page;
    });
    await Promise.all(opened.map(({ context }) => context.close()));
    expect(opened.flatMap(({ troubles }) => troubles)).toEqual([]);
  },
  as: async ({ open, server }, use) => use((login, start) => open(server.url, login, start)),
});

export { expect };

interface Watched {
  readonly context: BrowserContext;
  /** Errors that no code caught, and calls to foreign hosts. */
  readonly troubles: readonly string[];
}

async function openBrowser(
  browser: Browser,
  url: string,
  token: string | null,
  start: Start,
): Promise<Watched> {
  const options: BrowserContextOptions = { baseURL: url, colorScheme: start.theme ?? 'light' };
  if (start.viewport) options.viewport = { ...start.viewport };
  if (start.touch) Object.assign(options, { hasTouch: true, isMobile: true });
  const context = await browser.newContext(options);
  const troubles: string[] = [];
  const ours = [url, ...(start.foreign ?? [])].map((address) => new URL(address).host);
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (!start.tolerate?.test(message)) troubles.push(`uncaught: ${message}`);
  });
  context.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (/^(http|ws)s?:$/.test(protocol) && !ours.includes(host)) troubles.push(`foreign: ${request.url()}`);
  });
  const stored = { 'access-token': token, language: start.language ?? null, theme: start.theme ?? null };
  await context.addInitScript(putIntoStorage, stored);
  return { context, troubles };
}

/** Runs in the browser, once: what the person changes later stays. Pages that are no part of the product have no storage. */
function putIntoStorage(stored: Readonly<Record<string, string | null>>): void {
  if (!location.protocol.startsWith('http') || document.contentType !== 'text/html') return;
  if (localStorage.getItem('e2e') !== null) return;
  localStorage.setItem('e2e', 'started');
  for (const [key, value] of Object.entries(stored)) if (value !== null) localStorage.setItem(key, value);
}

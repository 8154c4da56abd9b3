import { gzipSync } from 'node:zlib';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { startSite, type Site } from '../../e2e/support/site.ts';
import { countDrawing, type CountedPage, type Counts } from './count.ts';
import { handle, view, type Ring } from './editors/data.ts';
import type { EditorPage } from './editors/editor.ts';
import { MainThread, watchTasks, type Cost } from './metrics.ts';
import type { EditorName, Pages } from './peers.ts';
import { Pointer } from './pointer.ts';
import type { Scenario } from './scenarios.ts';

/** Serves the page of one editor. */
export async function serveEditor(pages: Pages, name: EditorName): Promise<Site> {
  const folder = join(pages.folder, name);
  const site = await startSite(folder);
  const files = await readdir(folder, { recursive: true });
  const styles = files
    .filter((file) => file.endsWith('.css'))
    .map(async (file) => `<style>${await readFile(join(folder, file), 'utf8')}</style>`);
  site.put('/', {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="uz"><title>${name}</title>${(await Promise.all(styles)).join('')}
      <body style="margin:0"><div id="place" style="width:${view.width}px;height:${view.height}px"></div>
      <script type="module" src="/page.js"></script></body></html>`,
  });
  return site;
}

/** Runs a scenario once on a fresh page, and returns its cost. */
export async function timeOnce(browser: Browser, site: Site, scenario: Scenario): Promise<Cost> {
  return onPage(browser, site, scenario, { counted: false }, async (page, pointer) => {
    const thread = await MainThread.of(page);
    return thread.cost(async () => {
      await scenario.act(page, pointer);
      await settle(page);
    });
  });
}

/** Runs a scenario once more, and returns its drawing calls. */
export async function countOnce(browser: Browser, site: Site, scenario: Scenario): Promise<Counts> {
  return onPage(browser, site, scenario, { counted: true }, async (page, pointer) => {
    await page.evaluate(() => void (window as unknown as CountedPage).count());
    await scenario.act(page, pointer);
    const counts = await page.evaluate(() => (window as unknown as CountedPage).count());
    await settle(page);
    return counts;
  });
}

/**
 * The gzipped bytes of the JavaScript that is loaded until an editor's corners can be moved; without workers.
 */
export async function weigh(browser: Browser, site: Site): Promise<number> {
  const scripts = new Map<string, Promise<number>>();
  const scenario = { rings: () => [[...smallest]], edited: true } as const;
  const context = await browser.newContext(contextOptions);
  try {
    const page = await context.newPage();
    page.on('response', (response) => {
      const type = response.headers()['content-type'] ?? '';
      const { pathname } = new URL(response.url());
      if (!type.includes('javascript') || /worker/.test(pathname)) return;
      scripts.set(
        pathname,
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      );
    });
    await open(page, site, scenario);
    const sizes = await Promise.all(scripts.values());
    return sizes.reduce((sum, size) => sum + size, 0);
  } finally {
    await context.close();
  }
}

const smallest: Ring = [
  [60.61, 41.55],
  [60.62, 41.55],
  [60.62, 41.56],
];

/** The maximum time of one run of a scenario with one editor, in milliseconds. */
const limitMs = 120_000;

/** How long editors may take to show the corners of a polygon, in milliseconds. */
const editingMs = 2000;

/** The window of every measurement. */
export const contextOptions = { viewport: { width: 1000, height: 760 } } as const;

async function onPage<T>(
  browser: Browser,
  site: Site,
  scenario: Scenario,
  { counted }: { readonly counted: boolean },
  work: (page: Page, pointer: Pointer) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(contextOptions);
  const run = async () => {
    const page = await context.newPage();
    await page.addInitScript(counted ? countDrawing : watchTasks);
    await open(page, site, scenario);
    await scenario.prepare?.(page);
    const pointer = new Pointer(page, await context.newCDPSession(page));
    await pointer.moveTo(scenario.edited ? handle : { x: -120, y: 60 });
    // The corners of some editors are not there when their call returns.
    if (scenario.edited) await page.waitForTimeout(editingMs);
    await settle(page);
    return work(page, pointer);
  };
  const late = new AbortController();
  const running = run();
  // After the limit, closing the page ends what is running with an error that nobody reads.
  running.catch(() => {});
  try {
    const limit = delay(limitMs, undefined, { signal: late.signal }).then(() => {
      throw new Error(`not done in ${limitMs / 1000} s`);
    });
    return await Promise.race([running, limit]);
  } finally {
    late.abort();
    await context.close();
  }
}

async function open(page: Page, site: Site, scenario: Pick<Scenario, 'rings' | 'edited'>): Promise<void> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(site.url);
  await page.waitForFunction(() => 'editor' in window);
  await page.evaluate(() =>
    (window as unknown as EditorPage).editor.start(document.querySelector('#place') as HTMLElement),
  );
  const rings = scenario.rings();
  if (rings.length > 0) {
    await page.evaluate((given) => (window as unknown as EditorPage).editor.load(given), rings as Ring[]);
  }
  if (scenario.edited) await page.evaluate(() => (window as unknown as EditorPage).editor.edit());
  await settle(page);
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

/** Waits until pending work is on screen, and its follow-up work is done. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const wait = (frames: number) =>
          frames > 0 ? requestAnimationFrame(() => wait(frames - 1)) : setTimeout(done, 400);
        wait(3);
      }),
  );
}

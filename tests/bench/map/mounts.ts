import type { Browser, Page } from '@playwright/test';
import { Memory, type Held } from '../../e2e/support/memory.ts';
import type { Site } from '../../e2e/support/site.ts';
import { hexagons, view, type Ring } from './editors/data.ts';
import type { EditorPage } from './editors/editor.ts';
import { contextOptions, settle } from './measure.ts';
import type { EditorName } from './peers.ts';
import { percentile, print } from './table.ts';

/** The row's name on the command line. */
export const mountPart = 'mount';

/** How often a map is mounted and unmounted; the first times fill caches and are not counted. */
const cycles = 30;
const warmUps = 2;

/** The maximum time until a map is ready with its polygons, in milliseconds. */
const readyMs = 500;

/** Our map is also measured without the editor, and as a custom element. */
const variants = ['komak, view', '<komak-map>, edit', '<komak-map>, view'] as const;

/**
 * What each further map may leave behind, because of late compilation and late freeing: the heap in
 * megabytes, the others as counts.
 */
const leftGoal = { heap: 0.1, nodes: 0.2, listeners: 0.2 } as const satisfies Held;

interface Mounts {
  /** Milliseconds from the start of each map until it is ready and its polygons are drawn. */
  readonly ready: readonly number[];
  /** The memory that each map left behind. */
  readonly left: Held;
}

/**
 * Mounts and unmounts maps of every editor with a thousand polygons; returns whether ours leaves nothing
 * behind and is ready in time.
 */
export async function measureMounts(
  browser: Browser,
  sites: ReadonlyMap<EditorName, Site>,
): Promise<boolean> {
  print('');
  print(`${cycles} maps come and go`, 'ready ms', 'slowest', 'left kB', 'nodes', 'listeners');
  let reached = true;
  for (const [name, site] of sites) {
    const isOurs = name === 'komak';
    for (const variant of isOurs ? [null, ...variants] : [null]) {
      const isWithin = await measureRow(browser, site, name, variant);
      if (isOurs) reached &&= isWithin;
    }
  }
  print(`  all ready in ${readyMs} ms, nothing left`, reached ? 'reached' : 'MISSED');
  return reached;
}

/** Prints a row; returns whether it leaves nothing behind and is ready in time. */
async function measureRow(
  browser: Browser,
  site: Site,
  name: EditorName,
  variant: string | null,
): Promise<boolean> {
  try {
    const { ready, left } = await mountsOf(browser, site, variant);
    const slowest = Math.max(...ready);
    const cells = [percentile(ready, 0.5), slowest, left.heap * 1000, left.nodes, left.listeners];
    print(`  ${variant ?? name}`, ...cells.map((cell) => cell.toFixed(0)));
    const isFlat =
      left.heap <= leftGoal.heap && left.nodes <= leftGoal.nodes && left.listeners <= leftGoal.listeners;
    return isFlat && slowest <= readyMs;
  } catch (error) {
    print(`  ${variant ?? name}`, `  failed: ${String(error).split('\n')[0]}`);
    return false;
  }
}

async function mountsOf(browser: Browser, site: Site, variant: string | null): Promise<Mounts> {
  const context = await browser.newContext(contextOptions);
  try {
    const page = await context.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => 'editor' in window);
    await page.evaluate((rings) => void Object.assign(window, { rings }), hexagons(1000) as Ring[]);
    const memory = await Memory.of(page);
    for (let time = 0; time < warmUps; time += 1) await mount(page, variant);
    const before = await memory.settled();
    const ready = [];
    for (let time = 0; time < cycles; time += 1) ready.push(await mount(page, variant));
    const after = await memory.settled();
    const each = (of: (held: Held) => number) => (of(after) - of(before)) / cycles;
    return {
      ready,
      left: {
        heap: each(({ heap }) => heap),
        nodes: each(({ nodes }) => nodes),
        listeners: each(({ listeners }) => listeners),
      },
    };
  } finally {
    await context.close();
  }
}

/** Mounts a map with polygons until it is drawn, and unmounts it; returns the time until it showed them. */
async function mount(page: Page, variant: string | null): Promise<number> {
  const ready = await page.evaluate(
    async ({ width, height, name }) => {
      const { editor, rings } = window as unknown as EditorPage & { rings: Ring[] };
      const map = name === null ? editor : editor.variants?.[name];
      if (!map) throw new Error(`there is no ${name}`);
      const place = document.createElement('div');
      place.style.cssText = `width: ${width}px; height: ${height}px`;
      document.querySelector('#place')?.replaceChildren(place);
      const begun = performance.now();
      await map.start(place);
      await map.load(rings);
      return performance.now() - begun;
    },
    { ...view, name: variant },
  );
  await settle(page);
  await page.evaluate(async (name) => {
    const { editor } = window as unknown as EditorPage;
    await (name === null ? editor : editor.variants?.[name])?.stop();
    document.querySelector('#place')?.replaceChildren();
  }, variant);
  // The map removes the rest when the page is idle.
  await settle(page);
  return ready;
}

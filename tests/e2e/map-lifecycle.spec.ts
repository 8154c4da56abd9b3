import type { MapPage } from './map/page.tsx';
import { expect, pin, square, test } from './support/map.ts';
import { Memory } from './support/memory.ts';
import { t } from './support/texts.ts';

const shapes = { polygons: [square], markers: [pin] };

test('falls back to the next basemap and reports it, at once or later', async ({ map, site }) => {
  const { page } = map;
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(new URL(request.url()).pathname));
  // The second basemap has tiles of only some places, and none after too many requests.
  const second = { phase: 'all' as 'all' | 'some' | 'none', known: new Set<string>(), requestedAgain: 0 };
  await page.route(`${site.url}/tiles/second/**`, async (route) => {
    const { phase, known } = second;
    const url = route.request().url();
    if (phase === 'all') known.add(url);
    if (route.request().resourceType() === 'fetch') second.requestedAgain += 1;
    if (phase === 'none') await route.fulfill({ status: 429 });
    else if (known.has(url)) await route.continue({ url: url.replace('/second/', '/good/') });
    else await route.fulfill({ status: 404 });
  });
  await map.mount({
    mode: 'edit',
    value: shapes,
    tiles: [
      { id: 'osm', url: `${site.url}/tiles/bad/{z}/{x}/{y}.png`, attribution: '© Birinchi' },
      {
        id: 'satellite',
        url: `${site.url}/tiles/second/{z}/{x}/{y}.png`,
        attribution: '<b>© Ikkinchi</b>',
      },
      { id: 'terrain', url: `${site.url}/tiles/good/{z}/{x}/{y}.png`, attribution: '© Uchinchi' },
    ],
  });
  const notice = (failed: string, next: string) =>
    page.getByText(t('map:tiles.failed', { failed: t(`map:tiles.${failed}`), next: t(`map:tiles.${next}`) }));
  await expect(notice('osm', 'satellite')).toBeVisible();
  await expect(page.getByText('<b>© Ikkinchi</b>')).toBeVisible();
  expect(await map.count('ready')).toBeGreaterThan(0);
  const ground = [0xc8, 0xdf, 0xc0];
  const corner = await map.at([41.57, 60.64]);
  await expect.poll(() => map.colorAt(corner)).toEqual(ground);

  second.phase = 'some';
  await map.stage.focus();
  await page.keyboard.press('+');
  await expect.poll(() => second.requestedAgain).toBeGreaterThan(0);
  await page.keyboard.press('-');
  await expect(page.getByText('<b>© Ikkinchi</b>')).toBeVisible();

  second.phase = 'none';
  await page.keyboard.press('-');
  await expect(notice('satellite', 'terrain')).toBeVisible();
  await expect
    .poll(() => requests.filter((path) => path.startsWith('/tiles/good/')).length)
    .toBeGreaterThan(0);

  await test.step('basemap can be chosen', async () => {
    const choose = async (name: string) => {
      await map.button('toolbar.tiles').click();
      await page.getByRole('button', { name: t(`map:tiles.${name}`), exact: true }).click();
    };
    await choose('none');
    await expect(page.locator('.maplibregl-canvas')).toHaveCount(0);
    await expect(page.getByText('© Uchinchi')).toHaveCount(0);
    await choose('terrain');
    await expect(page.getByText('© Uchinchi')).toBeVisible();
    await expect.poll(() => map.colorAt(corner)).toEqual(ground);
  });
});

test('shapes can be edited without any basemap', async ({ map, site }) => {
  await map.mount({
    mode: 'edit',
    tiles: [{ id: 'osm', url: `${site.url}/tiles/bad/{z}/{x}/{y}.png`, attribution: '© Birinchi' }],
  });
  await expect(map.page.getByText(t('map:tiles.all_failed'))).toBeVisible();
  await map.button('toolbar.add_polygon').click();
  expect((await map.value()).polygons).toHaveLength(1);
});

test('restores everything after a lost drawing context', async ({ map }) => {
  await map.mount({ mode: 'edit', value: shapes });
  const drawn = async () => map.colorAt(await map.at(pin.coords));
  await expect.poll(drawn).toEqual([0xd6, 0x45, 0x50]);
  const before = await map.count('ready');
  await map.page.evaluate(() => {
    const gl = document.querySelector('canvas')?.getContext('webgl2');
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await expect.poll(() => map.count('ready')).toBe(before + 1);
  await expect(map.stage).toHaveAttribute('data-phase', 'ready');
  await expect.poll(drawn).toEqual([0xd6, 0x45, 0x50]);
  expect(await map.value()).toMatchObject({ polygons: [{ id: 1 }], markers: [{ id: 5 }] });
  await map.click([41.5585558, 60.6208756]);
  await expect(map.page.getByRole('textbox', { name: t('map:card.title') })).toHaveValue(square.title);
});

test('reports a missing drawing context, and can be retried', async ({ map }) => {
  await map.page.evaluate(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    const broken = window as unknown as { mend: () => void };
    HTMLCanvasElement.prototype.getContext = () => null;
    broken.mend = () => void (HTMLCanvasElement.prototype.getContext = getContext);
    host().mount({ fit: false });
  });
  const failure = map.page.getByRole('alert');
  await expect(failure).toContainText('Xatolik yuz berdi!');
  await map.page.evaluate(() => (window as unknown as { mend: () => void }).mend());
  await failure.getByRole('button', { name: t('map:retry') }).click();
  await expect.poll(() => map.count('ready')).toBe(1);
});

test('twenty mounts and removals leave no drawing context or memory behind', async ({ map, site }) => {
  await map.page.setViewportSize({ width: 480, height: 400 });
  const tiles = [{ id: 'osm', url: `${site.url}/tiles/good/{z}/{x}/{y}.png` }];
  await map.page.evaluate(() => {
    const contexts: WeakRef<WebGL2RenderingContext>[] = [];
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function count(this: HTMLCanvasElement, ...given: unknown[]) {
      const context: unknown = Reflect.apply(getContext, this, given);
      if (context instanceof WebGL2RenderingContext && !contexts.some((one) => one.deref() === context)) {
        contexts.push(new WeakRef(context));
      }
      return context;
    } as typeof getContext;
    Object.assign(window, {
      liveContexts: () => contexts.filter((one) => one.deref()?.isContextLost() === false).length,
    });
  });
  const client = await map.page.context().newCDPSession(map.page);
  const heap = async () => {
    for (let round = 0; round < 3; round += 1) await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    return usedSize / 1024 / 1024;
  };
  const round = async (count: number) => {
    // Every fourth has a basemap, which is the slowest part without a GPU.
    const withGround = count % 4 === 0;
    const settings = { mode: 'edit', value: shapes, height: 180 } as const;
    // Two at a time, since starting takes longest.
    await map.mount({ ...settings, tiles: withGround ? tiles : [] }, 2);
    if (withGround) await expect(map.page.locator('.maplibregl-canvas')).toHaveCount(2);
    await map.page.evaluate(() => host().unmount());
    // Contexts are released after the current task.
    await map.page.evaluate(() => new Promise((done) => void setTimeout(done)));
  };
  for (let warm = 0; warm < 2; warm += 1) await round(warm);
  const before = await heap();
  for (let count = 2; count < 10; count += 1) await round(count);
  await expect
    .poll(() => map.page.evaluate(() => (window as unknown as { liveContexts: () => number }).liveContexts()))
    .toBe(0);
  const grown = (await heap()) - before;
  expect(grown, `${grown.toFixed(1)} MiB more than before`).toBeLessThan(8);
});

for (const mode of ['edit', 'view'] as const) {
  test(`mounted and unmounted components leave no node, listener or memory behind, in ${mode}`, async ({
    map,
  }) => {
    test.slow();
    const polygons = Array.from({ length: 1000 }, (_, at) => {
      const [lat, lng] = [41.5 + (at % 40) / 500, 60.5 + Math.floor(at / 40) / 500] as const;
      const coords = [
        [lat, lng],
        [lat, lng + 0.0015],
        [lat + 0.0015, lng],
      ] as const;
      return { id: at + 1, title: `N${at}`, color: '#1d5fd1', coords };
    });
    const memory = await Memory.of(map.page);
    const comeAndGo = async () => {
      await map.mount({ mode, value: { polygons, markers: [] }, tiles: [], height: 300 });
      await map.page.evaluate(() => host().unmount());
      // Contexts are released after the current task.
      await map.page.evaluate(() => new Promise((done) => void setTimeout(done, 10)));
    };
    await memory.expectFlat(comeAndGo, { times: 30 });
  });
}

test('at most eight maps of a page draw at once, and a map scrolled into view does', async ({ map }) => {
  const { page } = map;
  await page.setViewportSize({ width: 400, height: 700 });
  await page.evaluate((given) => host().mount(given, 10), { fit: false, value: shapes, height: 300 });
  const drawing = page.locator('[data-phase="ready"]');
  await expect.poll(() => drawing.count(), { timeout: 60_000 }).toBeGreaterThan(0);
  for (let index = 0; index < 10; index += 1) {
    const stage = page.getByRole('application').nth(index);
    await stage.scrollIntoViewIfNeeded();
    await expect(stage).toHaveAttribute('data-phase', 'ready', { timeout: 60_000 });
    expect(await page.locator('canvas:not(.km-overlay-canvas)').count()).toBeLessThanOrEqual(8);
  }
});

test('nothing observes whether a map is in the window while every map may draw', async ({ map }) => {
  const { page } = map;
  await page.evaluate(() => {
    const observed = new Map<IntersectionObserver, Set<Element>>();
    const { observe, unobserve, disconnect } = IntersectionObserver.prototype;
    Object.assign(IntersectionObserver.prototype, {
      observe(this: IntersectionObserver, target: Element) {
        observed.set(this, (observed.get(this) ?? new Set()).add(target));
        observe.call(this, target);
      },
      unobserve(this: IntersectionObserver, target: Element) {
        observed.get(this)?.delete(target);
        unobserve.call(this, target);
      },
      disconnect(this: IntersectionObserver) {
        observed.delete(this);
        disconnect.call(this);
      },
    });
    Object.assign(window, {
      observedCount: () => [...observed.values()].reduce((sum, { size }) => sum + size, 0),
    });
  });
  const observed = () =>
    page.evaluate(() => (window as unknown as { observedCount: () => number }).observedCount());
  // Both are in the window.
  await map.mount({ mode: 'view', value: shapes, tiles: [], height: 180 }, 2);
  await expect(page.locator('[data-phase="ready"]')).toHaveCount(2);
  await expect.poll(observed).toBe(0);
});

declare function host(): MapPage;

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Element, Host } from './support/map-element.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());

test('examples of the page for integrators run as written', async ({ page, server }) => {
  const snippets = await readmeSnippets();
  const ours = (text: string) => text.replaceAll('https://komak.example.com', server.url);
  await page.route('https://tile.openstreetmap.org/**', (route) =>
    route.fulfill({ path: resolve(import.meta.dirname, 'pictures/phone-ru.png'), contentType: 'image/png' }),
  );
  site.put('/host.css', { type: 'text/css', body: snippets.css });
  site.put('/early.js', {
    type: 'text/javascript',
    body: `window.saved = []; window.save = (...given) => window.saved.push(given);
      window.violations = [];
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        window.violations.push(violatedDirective + ' ' + blockedURI));`,
  });
  // Runs a snippet as written, and passes its results to the test.
  site.put('/snippet.js', {
    type: 'text/javascript',
    body: `${snippets.js}
      window.found = { polygons, markers, mapCenter, mapZoom, exportedAt, accepted, skipped };`,
  });
  site.put('/integrator', {
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': ours(`default-src 'none'; ${snippets.policy}`) },
    body: `<!doctype html><html lang="uz"><title>host</title><link rel="stylesheet" href="/host.css">
      <body><script src="/early.js"></script>${ours(snippets.html)}
      <script type="module" src="/snippet.js"></script></body></html>`,
  });
  await page.goto(`${site.url}/integrator`);
  await page.waitForFunction(() => 'found' in window, undefined);

  const found = await page.evaluate(() => (window as unknown as { found: Record<string, unknown> }).found);
  expect(found).toMatchObject({
    accepted: 1,
    skipped: [],
    mapCenter: [expect.any(Number), expect.any(Number)],
  });
  const map = page.locator('komak-map');
  expect((await map.boundingBox())?.height).toBe(480);
  await expect(map.locator('.maplibregl-canvas')).toBeAttached();
  const value = () => map.evaluate((element) => (element as Element).value);
  expect(await value()).toMatchObject({ polygons: [], markers: [{ coords: [41.55, 60.62] }] });
  await map.evaluate((element) => (element as Element).undo());
  expect((await value()).markers).toEqual([]);
  await map.evaluate((element) => (element as Element).redo());
  expect((await value()).markers).toHaveLength(1);
  await map.evaluate((element) => (element as Element).fit());
  expect(await map.evaluate((element) => (element as Element).export()['mapZoom'])).toBe(16);
  // The example's label stays at its place, wherever the map is moved.
  const labelIsAtItsPlace = () =>
    map.evaluate((element) => {
      const [frame, label] = [element, document.querySelector('.label')].map((one) =>
        one?.getBoundingClientRect(),
      );
      if (!frame || !label) return null;
      const point = [label.left - frame.left, label.top - frame.top] as const;
      return (element as Element).unproject(point)?.map((degrees) => Number(degrees.toFixed(4)));
    });
  await expect.poll(labelIsAtItsPlace).toEqual([41.56, 60.62]);
  const box = await map.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 400, (box?.y ?? 0) + 300];
  const before = await map.evaluate((element) => (element as Element).project([41.56, 60.62]));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 120, y - 50, { steps: 4 });
  await expect.poll(labelIsAtItsPlace).toEqual([41.56, 60.62]);
  await page.mouse.up();
  await expect.poll(labelIsAtItsPlace).toEqual([41.56, 60.62]);
  const after = await map.evaluate((element) => (element as Element).project([41.56, 60.62]));
  expect(after?.[0]).toBeCloseTo((before?.[0] ?? 0) - 120, 0);
  expect(after?.[1]).toBeCloseTo((before?.[1] ?? 0) - 50, 0);
  const saved = await page.evaluate(() => (window as unknown as { saved: unknown[][] }).saved);
  expect(saved.at(-1)).toMatchObject([[], [{ coords: [41.55, 60.62] }]]);
  const violations = await page.evaluate(() => (window as unknown as Host).violations);
  expect(violations).toEqual([]);
});

/** The snippets about the map in `widgets/README.md`, in order. */
async function readmeSnippets() {
  const whole = await readFile(resolve(import.meta.dirname, '../../widgets/README.md'), 'utf8');
  const [text = ''] = whole.split('## The chat');
  const fenced = [...text.matchAll(/```(\w*)\n(.*?)```/gs)];
  const of = (name: string) =>
    fenced
      .filter(([, kind]) => kind === name)
      .map(([, , body]) => body)
      .join('\n');
  return { html: of('html'), css: of('css'), js: of('js'), policy: of('').trim() };
}

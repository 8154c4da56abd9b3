import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { untilReady, visit, type Element } from './support/map-element.ts';
import { center, MapDriver } from './support/map.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());

/** The reference's example of a tool. */
async function example(): Promise<string> {
  const text = await readFile(resolve(import.meta.dirname, '../../widgets/reference/map-tools.md'), 'utf8');
  return /```js\n(.*?)```/s.exec(text)?.[1] ?? '';
}

test('a tool of the page draws, obeys limits, and cannot break the map', async ({ page, server }) => {
  await visit(page, site, server.url, '<komak-map mode="edit" tiles="none" max-polygons="1"></komak-map>');
  await untilReady(page, 1);
  const map = new MapDriver(page);
  const element = page.locator('komak-map');
  const run = (code: string) =>
    page.evaluate((body) => {
      // oxlint-disable-next-line no-new-func -- runs the example like a page
      new Function('map', body)(document.querySelector('komak-map'));
    }, code);
  const polygons = () =>
    element.evaluate((one) => (one as Element).value.polygons as unknown as { coords: number[][] }[]);
  await element.evaluate((one) => one.style.setProperty('height', '600px', 'important'));
  await expect(map.button('toolbar.undo')).toBeVisible();

  await run(await example());
  const button = page.getByRole('button', { name: 'Doira chizish' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Markazini, keyin chetini bosing')).toBeVisible();
  await map.click(center);
  await map.click([center[0], center[1] + 0.005]);
  await expect.poll(async () => (await polygons()).map(({ coords }) => coords.length)).toEqual([32]);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await map.button('toolbar.undo').click();
  await expect.poll(polygons).toEqual([]);

  // By keyboard, and only up to the limit.
  await button.click();
  await map.stage.focus();
  await map.stage.press('Enter');
  await map.stage.press('ArrowRight');
  await map.stage.press('Enter');
  await expect.poll(async () => (await polygons()).length).toBe(1);
  await button.click();
  await map.stage.focus();
  await map.stage.press('Enter');
  await map.stage.press('ArrowRight');
  await map.stage.press('Enter');
  expect(await polygons()).toHaveLength(1);

  await run(`
    window.errors = [];
    map.addEventListener('error', ({ detail }) => window.errors.push(detail.error.message));
    map.registerTool({ id: 'bad', label: 'Buzuq', icon: 'M0 0', click() { throw new Error('broken'); } });`);
  await page.getByRole('button', { name: 'Buzuq' }).click();
  await map.click(center);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { errors: string[] }).errors))
    .toEqual(['broken']);
  await expect(page.getByRole('button', { name: 'Buzuq' })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText(t('map:failure'))).toHaveCount(0);
  await run(`map.unregisterTool('bad')`);
  await expect(page.getByRole('button', { name: 'Buzuq' })).toHaveCount(0);

  // A tool that is removed is stopped, whatever it does then.
  await run(`
    map.registerTool({ id: 'stubborn', label: 'Qaysar', icon: 'M0 0', stop() { throw new Error('does not stop'); } });`);
  await page.getByRole('button', { name: 'Qaysar' }).click();
  await expect(page.locator('.km-hint')).toBeVisible();
  await run(`map.unregisterTool('stubborn')`);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { errors: string[] }).errors))
    .toEqual(['broken', 'does not stop']);
  await expect(page.locator('.km-hint')).toHaveCount(0);
  await expect(page.getByText(t('map:failure'))).toHaveCount(0);
  expect(await polygons()).toHaveLength(1);

  // A map that cannot be rendered is made again with its shapes.
  await run(`map.registerTool({ id: 'wrong', label: 'Xato', icon: 'M0 0', hint: { text: 'no text' } });`);
  await page.getByRole('button', { name: 'Xato' }).click();
  await expect(page.getByText(t('map:failure'))).toBeVisible();
  await run(`map.unregisterTool('wrong')`);
  await map.button('retry').click();
  await expect(map.button('toolbar.undo')).toBeVisible();
  expect(await polygons()).toHaveLength(1);
});

test('the code of shape tools is fetched when the first of them is chosen, once', async ({
  page,
  server,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
  const fetched = () => scripts.filter((url) => /\/primitive-tools-[^/]+\.js$/.test(url)).length;
  await visit(page, site, server.url, '<komak-map mode="edit" tiles="none"></komak-map>');
  await untilReady(page, 1);
  const map = new MapDriver(page);
  const element = page.locator('komak-map');
  await element.evaluate((one) => one.style.setProperty('height', '600px', 'important'));
  await expect(map.button('toolbar.undo')).toBeVisible();
  await map.button('forms.label').click();
  await expect(map.button('forms.circle')).toBeVisible();
  expect(fetched()).toBe(0);
  const count = () => element.evaluate((one) => (one as Element).value.polygons.length);
  for (const [index, form] of ['circle', 'ellipse', 'rectangle'].entries()) {
    if (index > 0) await map.button('forms.label').click();
    await map.button(`forms.${form}`).click();
    await expect(page.locator('.km-hint')).toBeVisible();
    await map.click([center[0], center[1] + (index - 1) * 0.02]);
    await map.click([center[0] + 0.004, center[1] + (index - 1) * 0.02 + 0.006]);
    await expect.poll(count).toBe(index + 1);
  }
  expect(fetched()).toBe(1);
});

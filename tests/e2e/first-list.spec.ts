import type { Page } from '@playwright/test';
import { cardsOf } from './support/applications.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/applications/list';

/** Whether a request reads a page of applications. */
const isList = (address: string) => new URL(address).pathname === '/api/uz/applications';

test('a first list with an early response is drawn at once, without a skeleton, and requested once', async ({
  as,
}) => {
  const page = await as('operator', {
    path: 'about:blank',
    fresh: true,
    tolerate: /socket\.io|WebSocket|ERR_FAILED/,
  });
  const requests = await countLists(page);
  await page.addInitScript(noteSkeletons);
  const responded = page.waitForResponse((response) => isList(response.url()));
  await page.route('**/assets/index-*.js', async (route) => {
    await responded;
    await route.continue();
  });
  await page.goto(path);
  await expect(cardsOf(page)).toHaveCount(20);
  expect(await page.evaluate(() => document.documentElement.dataset['skeleton'])).toBeUndefined();
  expect(requests).toHaveLength(1);
});

test('a slow list does not delay the frame of the page, and is requested once', async ({ as }) => {
  const page = await as('operator', {
    path: 'about:blank',
    fresh: true,
    tolerate: /socket\.io|WebSocket|ERR_FAILED/,
  });
  const requests = await countLists(page);
  await page.route(isListAddress, async (route) => {
    await page.getByRole('navigation', { name: t('kernel:shell.menu') }).waitFor();
    await route.continue();
  });
  await page.goto(path);
  await expect(cardsOf(page)).toHaveCount(20);
  expect(requests).toHaveLength(1);
});

test('an early list that the server rejects is requested again', async ({ as }) => {
  const page = await as('operator', { path: 'about:blank', fresh: true, tolerate: /50[03]/ });
  let times = 0;
  await page.route(isListAddress, (route) =>
    times++ === 0
      ? route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, json: {} })
      : route.continue(),
  );
  await page.goto(path);
  await expect(cardsOf(page)).toHaveCount(20);
  expect(times).toBe(2);
});

const isListAddress = (address: URL) => isList(address.href);

/** Counts requests from now on, without the read that follows the socket's first connection. */
async function countLists(page: Page): Promise<readonly string[]> {
  const requests: string[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route('**/socket.io/**', (route) => route.abort());
  page.on('request', (request) => void (isList(request.url()) && requests.push(request.url())));
  return requests;
}

/** Runs in the browser: records whether the page's frame was ever shown without its list. */
function noteSkeletons(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('aside')) return;
    if (!document.querySelector('li h2 a')) document.documentElement.dataset['skeleton'] = '';
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { ApplicationStats, NeighborhoodStats } from '#plugins/stats/contract.ts';
import { cardsOf, choose } from './support/applications.ts';
import { mapShown } from './support/city-map.ts';
import { testScreens, testMoreScreens, type Screen } from './support/screens.ts';
import { inLanguage } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const applications = '/stats/application';
const general = '/stats/general';

async function chartsShown(page: Page, translate = t): Promise<void> {
  await page.getByRole('heading', { name: translate('stats:charts.flow') }).waitFor();
  await page.getByRole('listitem').getByRole('link').first().waitFor();
}

/** Counts further reads of some paths by a page. */
function readsOf(page: Page, ...paths: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map(paths.map((path) => [path, 0]));
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replace('/api/uz/', '');
    const count = counts.get(path);
    if (count !== undefined) counts.set(path, count + 1);
  });
  return counts;
}

/** The card of a metric. */
const card = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

const screens: readonly Screen[] = [
  { name: 'stats-application', login: 'superadmin', path: applications, ready: chartsShown },
  { name: 'stats-general', login: 'superadmin', path: general, ready: mapShown },
];
testScreens(screens);
testMoreScreens([
  {
    name: 'stats-nothing',
    login: 'superadmin',
    path: `${applications}?search=bunday-ariza-yoq&timeFilter=custom`,
    ready: (page, translate) => page.getByText(translate('stats:results.noResultsTitle')).waitFor(),
  },
]);

for (const [language, translate] of inLanguage('ru')) {
  test(`cards in ${language} show the server's counts and select a status`, async ({ as, api }) => {
    const page = await as('superadmin', { path: applications, language });
    const { statuses } = await api.get<ApplicationStats>('stats/application-stats', 'superadmin');
    for (const key of ['total', 'accepted', 'completed', 'late'] as const) {
      await expect(card(page, translate(`stats:cards.${key}`))).toContainText(
        formatNumber(statuses[key].total),
      );
    }
    await card(page, translate('stats:cards.late')).click();
    await expect(page).toHaveURL(/status=late/);
    await expect(card(page, translate('stats:cards.late'))).toHaveAttribute('aria-pressed', 'true');
    const results = page.getByRole('heading', {
      name: new RegExp(`^${translate('stats:results.title')}[\\s\\d]*$`),
    });
    await expect(results).toContainText(formatNumber(statuses.late.total));
    await page.goBack();
    await expect(results).toContainText(formatNumber(statuses.total.total));
  });
}

test('periods and filters are in the address and apply on confirmation', async ({ as, api }) => {
  const path = 'stats/application-stats';
  const page = await as('superadmin', { path: applications });
  await chartsShown(page);
  await page.getByRole('button', { name: t('stats:time.month'), exact: true }).click();
  await expect(page).toHaveURL(/timeFilter=month/);
  await test.step('each card shows its change', async () => {
    const { statuses } = await api.get<ApplicationStats>(`${path}?timeFilter=month`, 'superadmin');
    for (const key of ['total', 'accepted', 'completed', 'late'] as const) {
      const change = statuses[key].change_percent;
      const received = card(page, t(`stats:cards.${key}`)).locator('[data-direction]');
      await expect(received).toContainText(`${formatNumber(Math.abs(change), 1)} %`);
      const words = change > 0 ? t('stats:cards.up') : change < 0 ? t('stats:cards.down') : null;
      await expect(received.locator('svg')).toHaveCount(words === null ? 0 : 1);
      if (words !== null) await expect(received).toContainText(words);
    }
  });

  await page.getByRole('button', { name: t('stats:time.custom'), exact: true }).click();
  const to = page.getByRole('group', { name: t('stats:filters.to') }).getByRole('textbox');
  for (const [index, part] of ['15', '10', '2026'].entries()) await to.nth(index).fill(part);
  await to.last().blur();
  const from = page.getByRole('group', { name: t('stats:filters.from') }).getByRole('textbox');
  // A date after the end is limited to the end.
  for (const [index, part] of ['20', '10', '2026'].entries()) await from.nth(index).fill(part);
  await from.last().blur();
  await expect(from.first()).toHaveValue('15');
  await expect(page).not.toHaveURL(/date_to/);
  await page.getByRole('button', { name: t('stats:filters.apply') }).click();
  await expect(page).toHaveURL(/date_from=2026-10-15&date_to=2026-10-15/);

  await page.reload();
  await expect(
    page
      .getByRole('group', { name: t('stats:filters.to') })
      .getByRole('textbox')
      .first(),
  ).toHaveValue('15');
  await page.getByRole('button', { name: t('stats:time.today'), exact: true }).click();
  await expect(page).not.toHaveURL(/date_/);
  await page
    .getByRole('button', { name: t('stats:filters.clear') })
    .first()
    .click();
  await expect(page).toHaveURL(/\/stats\/application$/);

  await test.step('page size, sort and pagination apply', async () => {
    await choose(page, t('stats:filters.limit'), '10');
    await choose(page, t('stats:filters.sort'), t('stats:filters.sorts.neighborhood'));
    await page.getByRole('button', { name: t('stats:filters.down'), exact: true }).click();
    await page.getByRole('button', { name: t('stats:filters.apply') }).click();
    await expect(page).toHaveURL(/limit=10&sort_by=neighborhood&sort_order=asc/);
    const links = async () =>
      cardsOf(page)
        .getByRole('heading')
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => Number(link.getAttribute('href')?.split('/').at(-1))));
    for (const number of [1, 2]) {
      const query = `limit=10&page=${number}&sort_by=neighborhood&sort_order=asc`;
      const { applications: shown } = await api.get<ApplicationStats>(`${path}?${query}`, 'superadmin');
      await expect.poll(links).toEqual(shown.items.map(({ id }) => id));
      const total = `${formatNumber(shown.length)}${shown.capped ? '+' : ''}`;
      const summary = t('stats:results.summary', { from: shown.page * 10 - 9, to: shown.page * 10, total });
      await expect(page.getByText(summary, { exact: true })).toBeVisible();
      if (number === 1) await page.getByRole('button', { name: t('kernel:ui.nextPage') }).click();
    }
    await expect(page).toHaveURL(/page=2/);
  });

  await test.step('print shows metrics and charts without controls', async () => {
    const charts = page.getByRole('heading', { name: t('stats:charts.flow') });
    const apply = page.getByRole('button', { name: t('stats:filters.apply') });
    await page.evaluate(() =>
      Object.assign(window, { print: () => (document.body.dataset['asked'] = 'print') }),
    );
    await page.getByRole('button', { name: t('stats:downloads.print') }).click();
    expect(await page.evaluate(() => document.body.dataset['asked'])).toBe('print');
    await page.emulateMedia({ media: 'print' });
    await expect(charts).toBeVisible();
    await expect(card(page, t('stats:cards.total'))).toBeVisible();
    await expect(apply).toBeHidden();
    await expect(cardsOf(page).first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await expect(apply).toBeVisible();
  });

  await test.step('empty statistics report whether the filters match nothing or there is no data yet', async () => {
    await page.route(/stats\/application-stats/, async (route) => {
      const response = await route.fetch();
      const stats = (await response.json()) as ApplicationStats;
      const nothing = { ...stats.applications, items: [], total_pages: 0, length: 0 };
      await route.fulfill({ response: response, json: { ...stats, applications: nothing } });
    });
    await card(page, t('stats:cards.late')).click();
    await expect(page.getByText(t('stats:results.noResultsTitle'))).toBeVisible();
    await page
      .getByRole('button', { name: t('stats:filters.clear') })
      .last()
      .click();
    await expect(page.getByText(t('stats:results.emptyTitle'))).toBeVisible();
  });
});

test('preserves a selection made after a change of the address and before the next frame', async ({ as }) => {
  const page = await as('superadmin', { path: `${applications}?limit=50&sort_by=status` });
  await chartsShown(page);
  const names = { clear: t('stats:filters.clear'), up: t('stats:filters.up'), down: t('stats:filters.down') };
  const clear = page.getByRole('button', { name: names.clear }).first();
  await expect(clear).toBeEnabled();
  // The address changes in microtasks, the page is rendered again in a later task.
  await page.evaluate(async ({ clear: name, up, down }) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('form button')];
    buttons.find(({ textContent }) => textContent === name)?.click();
    while (location.search !== '') await Promise.resolve();
    buttons.find((button) => [up, down].includes(button.getAttribute('aria-label') ?? ''))?.click();
  }, names);
  await expect(page.getByRole('button', { name: t('stats:filters.apply') })).toBeEnabled();
});

test('shown applications and the workbook are downloaded', async ({ as }) => {
  const page = await as('superadmin', { path: `${applications}?limit=10` });
  await chartsShown(page);
  const taking = page.waitForEvent('download');
  await page.getByRole('button', { name: t('stats:downloads.excelAsJson'), exact: true }).click();
  const json = await taking;
  expect(json.suggestedFilename()).toMatch(/-\d{4}-\d{2}-\d{2}\.json$/);
  const items = JSON.parse(await readFile((await json.path()) ?? '', 'utf8')) as { id: number }[];
  expect(items).toHaveLength(10);
  const making = page.waitForEvent('download');
  await page.getByRole('button', { name: t('stats:downloads.book') }).click();
  const book = await making;
  expect(book.suggestedFilename()).toMatch(/-\d{4}-\d{2}-\d{2}\.xlsx$/);
  expect((await readFile((await book.path()) ?? '')).subarray(0, 2).toString()).toBe('PK');
});

test('numbers follow changes live, a hundred changes with few reads', async ({ as, api }) => {
  const page = await as('superadmin', { path: applications });
  await chartsShown(page);
  const total = card(page, t('stats:cards.total'));
  const accepted = card(page, t('stats:cards.accepted'));
  const { statuses } = await api.get<ApplicationStats>('stats/application-stats', 'superadmin');
  let count = statuses.total.total;
  await expect(total).toContainText(formatNumber(count));

  for (const more of [1, 2, 3]) {
    const { id } = await api.sendApplication();
    await expect(total).toContainText(formatNumber(++count));
    await api.accept(id, 'superadmin');
    await expect(accepted).toContainText(formatNumber(statuses.accepted.total + more));
  }

  await test.step('a hundred changes cause no read before the pause is over, and few afterwards', async () => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const reads = readsOf(page, 'stats/application-stats', 'stats/application-charts');
    // Five at a time: each user has a limited share of concurrent uploads.
    for (let left = 100; left > 0; left -= 5) {
      await Promise.all(Array.from({ length: 5 }, () => api.sendApplication()));
    }
    count += 100;
    // While the clock is stopped, the pause between two reads never ends; one read may be pending when it is
    // stopped.
    for (const [path, times] of reads) expect.soft(times, path).toBeLessThanOrEqual(2);
    await page.clock.resume();
    await expect(total).toContainText(formatNumber(count));
    for (const [path, times] of reads) expect.soft(times, path).toBeLessThanOrEqual(4);
  });

  await test.step('numbers of neighbourhoods follow on the map page', async () => {
    await page
      .getByRole('navigation')
      .first()
      .getByRole('link', { name: t('stats:menu.general') })
      .click();
    await mapShown(page);
    const id = await api.sharedNeighborhood();
    const { items } = await api.get<NeighborhoodStats>('stats/neighborhoods', 'superadmin');
    const item = items.find((one) => one.id === id);
    if (!item) throw new Error('a neighbourhood is not counted');
    expect(items.reduce((sum, one) => sum + one.applications, 0)).toBe(count);
    const row = page.getByRole('row', { name: t('stats:neighborhood', { name: item.uz.name }) });
    const cell = row.locator(`[data-label="${t('stats:metrics.applications')}"]`);
    const read = readsOf(page, 'stats/neighborhoods');
    for (const more of [1, 2, 3]) {
      await api.sendApplication();
      await expect(cell).toContainText(formatNumber(item.applications + more));
    }
    expect(read.get('stats/neighborhoods')).toBeGreaterThan(0);
    // For each change: a pending read, an immediate one, and one after the pause.
    expect(read.get('stats/neighborhoods')).toBeLessThanOrEqual(9);
  });
});

test('charts and metrics that fail to load say so, and can be retried', async ({ as }) => {
  const page = await as('superadmin', { path: '/settings' });
  const main = page.getByRole('main');
  const retry = main.getByRole('button', { name: t('kernel:ui.retry') });
  for (const { path, call, failed, shown } of [
    {
      path: '/stats/application',
      call: /stats\/application-charts/,
      failed: t('stats:charts.failed'),
      shown: main.getByRole('heading', { name: t('stats:charts.flow') }),
    },
    {
      path: '/stats/general',
      call: /stats\/neighborhoods/,
      failed: t('stats:metrics.failed'),
      shown: main.getByRole('table', { name: t('stats:metrics.title') }),
    },
  ]) {
    await page.route(call, (route) => route.abort('connectionreset'));
    await page.goto(path);
    await expect(main.getByText(failed)).toBeVisible();
    await page.unroute(call);
    // At once, before a change by another test reads them again and removes the button.
    await retry.evaluate((button: HTMLButtonElement) => button.click());
    await expect(shown).toBeVisible();
    await expect(main.getByText(failed)).toHaveCount(0);
  }
});

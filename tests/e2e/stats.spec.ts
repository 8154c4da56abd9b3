import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { languages } from '#kernel/contract/index.ts';
import { formatNumber } from '#kernel/contract/text/index.ts';
import type { ApplicationStats, NeighborhoodStats } from '#plugins/stats/contract.ts';
import { testLooks, type Screen } from './support/looks.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

const applications = '/stats/application';
const general = '/stats/general';

async function chartsShown(page: Page, say = t): Promise<void> {
  await page.getByRole('heading', { name: say('stats:charts.flow') }).waitFor();
  await page.getByRole('listitem').getByRole('link').first().waitFor();
}

async function mapShown(page: Page): Promise<void> {
  await page.locator('.km-stage[data-phase="ready"]').waitFor();
  await page.locator('[data-ready]').waitFor();
}

/** A figure's card. */
const card = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

const looks: readonly Screen[] = [
  { name: 'stats-application', login: 'superadmin', path: applications, ready: chartsShown },
  {
    name: 'stats-nothing',
    login: 'superadmin',
    path: `${applications}?search=bunday-ariza-yoq&timeFilter=custom`,
    ready: (page, say) => page.getByText(say('stats:results.nothingTitle')).waitFor(),
  },
  { name: 'stats-general', login: 'superadmin', path: general, ready: mapShown },
];
testLooks(looks);

for (const language of languages) {
  test(`the cards in ${language} tell what the server counts, and choose a status`, async ({ as, api }) => {
    const say = textsIn(language);
    const page = await as('superadmin', { path: applications, language });
    const { statuses } = await api.get<ApplicationStats>('stats/application-stats', 'superadmin');
    for (const key of ['total', 'accepted', 'completed', 'late'] as const) {
      await expect(card(page, say(`stats:cards.${key}`))).toContainText(formatNumber(statuses[key].total));
    }
    await card(page, say('stats:cards.late')).click();
    await expect(page).toHaveURL(/status=late/);
    await expect(card(page, say('stats:cards.late'))).toHaveAttribute('aria-pressed', 'true');
    const results = page.getByRole('heading', {
      name: new RegExp(`^${say('stats:results.title')}[\\s\\d]*$`),
    });
    await expect(results).toContainText(formatNumber(statuses.late.total));
    await page.goBack();
    await expect(results).toContainText(formatNumber(statuses.total.total));
  });
}

test('periods and filters stand in the address, and count once they are applied', async ({ as }) => {
  const page = await as('superadmin', { path: applications });
  await chartsShown(page);
  await page.getByRole('button', { name: t('stats:time.month'), exact: true }).click();
  await expect(page).toHaveURL(/timeFilter=month/);

  await page.getByRole('button', { name: t('stats:time.custom'), exact: true }).click();
  const to = page.getByRole('group', { name: t('stats:filters.to') }).getByRole('textbox');
  for (const [index, part] of ['15', '10', '2026'].entries()) await to.nth(index).fill(part);
  await to.last().blur();
  const from = page.getByRole('group', { name: t('stats:filters.from') }).getByRole('textbox');
  // Later than the end: it is held at the end.
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
});

test('the shown applications and the workbook are taken away as files', async ({ as }) => {
  const page = await as('superadmin', { path: `${applications}?limit=10` });
  await chartsShown(page);
  const taking = page.waitForEvent('download');
  await page.getByRole('button', { name: t('stats:downloads.json'), exact: true }).click();
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

test('a change anywhere moves the numbers by itself, many at once with few reads', async ({ as, api }) => {
  const page = await as('superadmin', { path: applications });
  await chartsShown(page);
  const total = card(page, t('stats:cards.total'));
  const accepted = card(page, t('stats:cards.accepted'));
  const before = await api.get<ApplicationStats>('stats/application-stats', 'superadmin');
  await expect(total).toContainText(formatNumber(before.statuses.total.total));

  const { id } = await api.sendApplication();
  await expect(total).toContainText(formatNumber(before.statuses.total.total + 1));
  await api.accept(id, 'superadmin');
  await expect(accepted).toContainText(formatNumber(before.statuses.accepted.total + 1));

  await page.waitForTimeout(700);
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('stats/application-stats')) reads.push(request.url());
  });
  const began = Date.now();
  await Promise.all(Array.from({ length: 40 }, () => api.sendApplication()));
  await expect(total).toContainText(formatNumber(before.statuses.total.total + 41));
  await page.waitForTimeout(700);
  // One at once, one every half second, one at the end.
  expect(reads.length).toBeLessThanOrEqual(2 + Math.ceil((Date.now() - began) / 500));
});

test('the map tells of a neighbourhood, by colours, by numbers and by where to go on', async ({
  as,
  api,
}) => {
  const page = await as('superadmin', { path: general });
  await mapShown(page);
  const { items } = await api.get<NeighborhoodStats>('stats/neighborhoods', 'superadmin');
  const [first] = items;
  if (!first) throw new Error('the demonstration has no neighbourhoods');

  const legend = page.getByRole('list').filter({ has: page.getByRole('checkbox') });
  const counts = await legend.getByRole('listitem').allInnerTexts();
  const shown = counts.reduce((sum, text) => sum + Number(text.replace(/\D/g, '')), 0);
  await expect(page.locator('.km-status')).toContainText(String(shown));
  await legend.getByRole('checkbox').first().click();
  await expect(legend.getByRole('checkbox').first()).not.toBeChecked();

  const name = t('stats:neighborhood', { name: first.uz.name });
  await page.getByRole('row', { name }).click();
  await expect(page).toHaveURL(new RegExp(`selected=${first.id}`));
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('link', { name: t('stats:selection.applications') })).toHaveAttribute(
    'href',
    `/applications/list?neighborhood=${first.id}`,
  );

  await page.getByRole('combobox', { name: t('stats:coloring.by') }).click();
  await page.getByRole('option', { name: t('stats:figures.households') }).click();
  await expect(page).toHaveURL(/color=households/);
  const classes = page.getByRole('list', { name: t('stats:coloring.legend') }).getByRole('listitem');
  await expect(classes).toHaveCount(5);
  await expect(classes.last()).toContainText(String(Math.max(...items.map(({ households }) => households))));
});

test('the filters of the map are in the address, with the city and all as their defaults', async ({
  as,
  api,
}) => {
  const page = await as('superadmin', { path: general });
  await mapShown(page);
  const place = page.getByRole('combobox', { name: t('stats:filters.neighborhood'), exact: true });
  const city = 'Urganch shahar';
  await expect(page.getByText(city, { exact: true })).toBeVisible();
  await expect(page.getByText('Hammasi', { exact: true })).toBeVisible();
  const { items } = await api.get<NeighborhoodStats>('stats/neighborhoods', 'superadmin');
  const [first] = items;
  await place.click();
  await page.getByRole('option', { name: t('stats:neighborhood', { name: first?.uz.name ?? '' }) }).click();
  await expect(page).toHaveURL(new RegExp(`neighborhood=${first?.id}`));
  const status = page.locator('.km-status');
  await expect(status).toContainText(/: 1\D/);
  await page.reload();
  await mapShown(page);
  await expect(status).toContainText(/: 1\D/);
});

test('the three cards lead to their lists', async ({ as }) => {
  const page = await as('superadmin', { path: general });
  await mapShown(page);
  const link = (key: string) =>
    page.getByRole('main').getByRole('link', { name: t(`stats:places.${key}`), exact: true });
  await expect(link('neighborhoods')).toHaveAttribute('href', '/neighborhoods/list');
  await expect(link('households')).toHaveAttribute('href', '/households/list');
  await link('streets').click();
  await expect(page).toHaveURL(/\/streets/);
});

test('statistics are for super admins alone', async ({ as }) => {
  const page = await as('operator', { path: applications });
  await expect(page.getByRole('link', { name: t('stats:menu.title') })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: t('stats:application.title') })).toHaveCount(0);
});

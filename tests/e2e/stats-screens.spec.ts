import type { Page } from '@playwright/test';
import { languages } from '#kernel/domain/text/languages.ts';
import { neighborhoodMetrics } from '#plugins/stats/contract.ts';
import { mapReady, withFailure, waitForTexts, type Translate } from './support/screen-states.ts';
import {
  testsAllVariants,
  takeScreenshots,
  testMoreScreens,
  accessibilityIssuesAt,
  type Screen,
} from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

const applications = '/stats/application';
const general = '/stats/general';

/** The charts of applications in every state. */
const charts: readonly Screen[] = [
  {
    name: 'stats-tables',
    login: 'superadmin',
    path: applications,
    ready: async (page, translate) => {
      await chartsShown(page, translate);
      await page.getByRole('button', { name: translate('stats:charts.showTable') }).click();
      const start = startOf(translate('stats:charts.all', { count: '' }));
      const more = page.getByRole('button', { name: new RegExp(`^${start}`) });
      // Each changes its name when it is pressed.
      for (let left = await more.count(); left > 0; left -= 1) await more.first().click();
    },
  },
  {
    name: 'stats-year',
    login: 'superadmin',
    path: `${applications}?timeFilter=year&status=late`,
    ready: chartsShown,
  },
  {
    name: 'stats-custom',
    login: 'superadmin',
    path: `${applications}?timeFilter=custom&date_from=2026-10-01&date_to=2026-11-15&neighborhood=1&sort_by=status`,
    ready: (page, translate) => page.getByRole('heading', { name: translate('stats:charts.flow') }).waitFor(),
  },
  {
    name: 'stats-empty',
    login: 'superadmin',
    path: `${applications}?timeFilter=custom&date_from=2001-01-01&date_to=2001-01-02`,
    ready: waitForTexts('stats:charts.none', 'stats:results.noResultsTitle'),
  },
  {
    name: 'stats-failed',
    login: 'superadmin',
    path: applications,
    ready: withFailure('stats/application-(stats|charts)', waitForTexts('stats:application.errorTitle')),
  },
];

/** The map of the city with each of its metrics, and the legend beside it. */
const city: readonly Screen[] = [
  ...neighborhoodMetrics.map((metric): Screen => ({
    name: `stats-by-${metric.replaceAll('_', '-')}`,
    login: 'superadmin',
    path: `${general}?color=${metric}&selected=2`,
    ready: placesShown,
  })),
  {
    name: 'stats-place',
    login: 'superadmin',
    path: `${general}?neighborhood=1`,
    ready: async (page) => {
      await placesShown(page);
      const zoom = page.locator('.km-toolbar button');
      await zoom.first().waitFor();
      await page.getByRole('application').first().press('+');
      await page.getByRole('application').first().press('+');
    },
  },
  {
    name: 'stats-shapes',
    login: 'superadmin',
    path: general,
    ready: async (page, translate) => {
      await placesShown(page);
      await page.getByRole('button', { name: translate('map:toolbar.list'), exact: true }).click();
      await page
        .getByRole('searchbox', { name: translate('map:list.search') })
        .or(page.getByPlaceholder(translate('map:list.search')))
        .first()
        .waitFor();
    },
  },
  {
    name: 'stats-general-failed',
    login: 'superadmin',
    path: general,
    ready: withFailure('stats/households-locations.*', waitForTexts('stats:general.errorTitle')),
  },
];

testMoreScreens([...charts, ...city]);

/** An A4 page without its margins. */
const sheet = { width: 672, height: 1000 };

if (testsAllVariants) {
  for (const language of languages) {
    test(`stats-paper in ${language}: accessible, complete and not too wide`, async ({ as }) => {
      const page = await as('superadmin', { path: applications, language });
      await chartsShown(page, textsIn(language));
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(sheet);
      for (const theme of ['light', 'dark']) {
        await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
        const face = `stats-paper-${language}-${theme}`;
        await takeScreenshots(page, face);
        expect.soft(await accessibilityIssuesAt(page), `${face}: axe`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(overflow, `${face}: wider than its sheet`).toBeLessThanOrEqual(0);
      }
    });
  }
}

async function chartsShown(page: Page, translate: Translate): Promise<void> {
  await page.getByRole('heading', { name: translate('stats:charts.flow') }).waitFor();
  await page.getByRole('listitem').getByRole('link').first().waitFor();
}

async function placesShown(page: Page): Promise<void> {
  await mapReady(page);
  await page.locator('[data-ready]').waitFor();
}

/** A text up to its number. */
function startOf(text: string): string {
  return text.split('(')[0] ?? text;
}

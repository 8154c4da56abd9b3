import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { choose } from './support/applications.ts';
import {
  selectSomeRows,
  mapReady,
  removeFirst,
  type PrepareScreen,
  type Translate,
} from './support/screen-states.ts';
import { testScreens, testMoreScreens, type Screen } from './support/screens.ts';
import { dialogOf, rowsOf, saveButtonOf } from './support/records.ts';

/** Neighbourhoods and households, whose forms are pages with a map. */
const forms: readonly Screen[] = [
  { name: 'neighborhood-add', login: 'superadmin', path: '/neighborhoods/add', ready: mapReady },
  { name: 'household-add', login: 'registrar', path: '/households/add', ready: mapReady },
];

/** Further states of them and of their lists. */
const states: readonly Screen[] = [
  {
    name: 'neighborhood-wrong',
    login: 'superadmin',
    path: '/neighborhoods/add',
    ready: async (page, translate) => {
      await mapReady(page);
      await saveButtonOf(page.getByRole('main'), 'add', translate).click();
      await page.getByText(translate('neighborhoods:borderRequired')).waitFor();
    },
  },
  {
    name: 'neighborhood-overlap',
    login: 'superadmin',
    path: '/neighborhoods/add',
    ready: async (page, translate) => {
      await mapReady(page);
      const start = translate('map:toolbar.add_polygon');
      const add = page.getByRole('button', { name: new RegExp(`^${start}`) });
      // The second language restores the drawing of the first.
      if (await add.isEnabled()) await add.click();
      await page
        .getByText(/\d\s(m²|м²|ga|га)\)/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'neighborhood-delete',
    login: 'superadmin',
    path: '/neighborhoods/1',
    ready: async (page, translate) => removeHere(page, translate, mapReady),
  },
  {
    name: 'neighborhood-used',
    login: 'superadmin',
    path: '/neighborhoods/list',
    ready: async (page, translate) => {
      await removeFirst(page, translate);
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: translate('kernel:ui.confirm') })
        .click();
      await page.locator('[role="status"], [role="alert"]').filter({ hasText: /\d/ }).first().waitFor();
    },
  },
  {
    name: 'neighborhoods-delete',
    login: 'superadmin',
    path: '/neighborhoods/list',
    ready: async (page, translate) => removeFirst(page, translate),
  },
  {
    name: 'household-whole',
    login: 'registrar',
    path: '/households/:id',
    idOf: householdWithPin,
    ready: mapReady,
  },
  {
    name: 'household-wrong',
    login: 'registrar',
    path: '/households/add',
    ready: async (page, translate) => {
      await mapReady(page);
      const main = page.getByRole('main');
      await main.getByRole('radio', { name: translate('households:houseTypes.building') }).check();
      await main.getByRole('button', { name: translate('households:form.addCitizen') }).click();
      await main.getByLabel(translate('households:form.jshshir')).first().fill('31210632040245');
      await main.getByRole('button', { name: translate('households:form.addDirection') }).click();
      await saveButtonOf(main, 'add', translate).click();
      await main.getByText(translate('households:form.neighborhoodRequired')).waitFor();
    },
  },
  {
    name: 'households-delete',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, translate) => removeFirst(page, translate),
  },
  {
    name: 'households-filters',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, translate) => {
      await rowsOf(page).first().waitFor();
      await choose(page, translate('households:list.neighborhood'), /./);
      await choose(
        page,
        translate('households:list.houseType'),
        translate('households:houseTypes.apartment'),
      );
      await rowsOf(page).first().waitFor();
    },
  },
  {
    name: 'households-view',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, translate) => {
      await rowsOf(page).first().waitFor();
      await page.getByRole('button', { name: translate('kernel:records.view') }).click();
      await page.getByRole('dialog', { name: translate('kernel:records.view') }).waitFor();
    },
  },
  {
    name: 'households-export',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, translate) => {
      await rowsOf(page).first().waitFor();
      await page.getByRole('button', { name: translate('kernel:export.action') }).click();
      await page.getByRole('menuitem', { name: translate('kernel:export.csv') }).waitFor();
    },
  },
  {
    name: 'households-bulk-delete',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, translate) => {
      const bar = await selectSomeRows(page, translate);
      await bar.getByRole('button', { name: translate('households:bulk.delete', { total: 2 }) }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'households-bulk-report',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, translate) => {
      await page.unroute(/\/api\/(uz|ru)\/households\/\d+/);
      await page.route(/\/api\/(uz|ru)\/households\/\d+/, (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
      );
      const bar = await selectSomeRows(page, translate);
      await bar.getByRole('button', { name: translate('households:bulk.delete', { total: 2 }) }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: translate('kernel:ui.confirm') })
        .click();
      await dialogOf(page, translate('kernel:records.bulk.report')).waitFor();
    },
  },
];

testScreens(forms);
testMoreScreens(states);

async function removeHere(page: Page, translate: Translate, ready: PrepareScreen): Promise<void> {
  await ready(page, translate);
  await page
    .getByRole('main')
    .getByRole('button', { name: translate('kernel:records.delete'), exact: true })
    .first()
    .click();
  await page.getByRole('alertdialog').waitFor();
}

async function householdWithPin(api: Api): Promise<number> {
  const { items } = await api.get<{ items: { id: number; coords: unknown }[] }>(
    'households?limit=100',
    'registrar',
  );
  return items.find(({ coords }) => coords !== null)?.id ?? 0;
}

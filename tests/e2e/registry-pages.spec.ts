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
    ready: async (page, say) => {
      await mapReady(page);
      await saveButtonOf(page.getByRole('main'), 'add', say).click();
      await page.getByText(say('neighborhoods:borderRequired')).waitFor();
    },
  },
  {
    name: 'neighborhood-overlap',
    login: 'superadmin',
    path: '/neighborhoods/add',
    ready: async (page, say) => {
      await mapReady(page);
      const start = say('map:toolbar.add_polygon');
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
    ready: async (page, say) => removeHere(page, say, mapReady),
  },
  {
    name: 'neighborhood-used',
    login: 'superadmin',
    path: '/neighborhoods/list',
    ready: async (page, say) => {
      await removeFirst(page, say);
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('kernel:ui.confirm') })
        .click();
      await page.locator('[role="status"], [role="alert"]').filter({ hasText: /\d/ }).first().waitFor();
    },
  },
  {
    name: 'neighborhoods-delete',
    login: 'superadmin',
    path: '/neighborhoods/list',
    ready: async (page, say) => removeFirst(page, say),
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
    ready: async (page, say) => {
      await mapReady(page);
      const main = page.getByRole('main');
      await main.getByRole('radio', { name: say('households:houseTypes.building') }).check();
      await main.getByRole('button', { name: say('households:form.addCitizen') }).click();
      await main.getByLabel(say('households:form.jshshir')).first().fill('31210632040245');
      await main.getByRole('button', { name: say('households:form.addDirection') }).click();
      await saveButtonOf(main, 'add', say).click();
      await main.getByText(say('households:form.neighborhoodRequired')).waitFor();
    },
  },
  {
    name: 'households-delete',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, say) => removeFirst(page, say),
  },
  {
    name: 'households-filters',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, say) => {
      await rowsOf(page).first().waitFor();
      await choose(page, say('households:list.neighborhood'), /./);
      await choose(page, say('households:list.houseType'), say('households:houseTypes.apartment'));
      await rowsOf(page).first().waitFor();
    },
  },
  {
    name: 'households-view',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, say) => {
      await rowsOf(page).first().waitFor();
      await page.getByRole('button', { name: say('kernel:records.view') }).click();
      await page.getByRole('dialog', { name: say('kernel:records.view') }).waitFor();
    },
  },
  {
    name: 'households-export',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, say) => {
      await rowsOf(page).first().waitFor();
      await page.getByRole('button', { name: say('kernel:export.action') }).click();
      await page.getByRole('menuitem', { name: say('kernel:export.csv') }).waitFor();
    },
  },
  {
    name: 'households-bulk-delete',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, say) => {
      const bar = await selectSomeRows(page, say);
      await bar.getByRole('button', { name: say('households:bulk.delete', { total: 2 }) }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'households-bulk-report',
    login: 'registrar',
    path: '/households/list',
    ready: async (page, say) => {
      await page.unroute(/\/api\/(uz|ru)\/households\/\d+/);
      await page.route(/\/api\/(uz|ru)\/households\/\d+/, (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
      );
      const bar = await selectSomeRows(page, say);
      await bar.getByRole('button', { name: say('households:bulk.delete', { total: 2 }) }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('kernel:ui.confirm') })
        .click();
      await dialogOf(page, say('kernel:records.bulk.report')).waitFor();
    },
  },
];

testScreens(forms);
testMoreScreens(states);

async function removeHere(page: Page, say: Translate, ready: PrepareScreen): Promise<void> {
  await ready(page, say);
  await page
    .getByRole('main')
    .getByRole('button', { name: say('kernel:records.delete'), exact: true })
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

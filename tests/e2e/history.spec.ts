import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { register } from './support/citizens.ts';
import { loseResponse } from './support/hold.ts';
import { dialogOf, makeRecord, rowOf, rowsOf, uniqueMark, type NamedRecord } from './support/records.ts';
import { waitForTexts, withFailure, type PrepareScreen, type Translate } from './support/screen-states.ts';
import { testMoreScreens, testScreens, type Screen } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const historyOf = (page: Page, translate: Translate = t) =>
  page.getByRole('dialog', { name: translate('kernel:history.title'), exact: true });
const openHistory = (page: Page, translate: Translate = t) =>
  page
    .getByRole('button', { name: translate('kernel:history.title') })
    .last()
    .click();

const rename = (api: Api, { id, ru }: NamedRecord, name: string) =>
  api.write<NamedRecord>('PUT', `directions/${id}`, { uz: { name }, ru }, 'superadmin');

test("a name is restored and restored again, with another user's change in between", async ({ as, api }) => {
  const mark = uniqueMark();
  const record = await makeRecord(api, 'directions', { ru: { name: `Проба ${mark}` } });
  await rename(api, record, `Yangi ${mark}`);
  const page = await as('superadmin', { path: `/directions?search=${mark}` });
  await rowOf(page, mark).click();
  // The form is under the panel.
  const name = page.locator('input[lang="uz"]');
  await expect(name).toHaveValue(`Yangi ${mark}`);
  await openHistory(page);
  const history = historyOf(page);
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await history.getByRole('button', { name: t('kernel:history.restore') }).click();
  const preview = page.getByRole('dialog').last();
  await expect(preview).toContainText(t('kernel:history.previewText'));

  await test.step('a remote change is shown before it is overwritten', async () => {
    await rename(api, record, `Boshqa ${mark}`);
    await preview.getByRole('button', { name: t('kernel:history.confirm'), exact: true }).click();
    await expect(preview).toContainText(t('kernel:history.remoteChange'));
    await expect(preview).toContainText(`Boshqa ${mark}`);
  });

  await preview.getByRole('button', { name: t('kernel:history.confirm'), exact: true }).click();
  await expect(history).toContainText(t('kernel:history.restored'));
  await expect(history.getByRole('listitem')).toHaveCount(4);
  await expect(name).toHaveValue(record.uz.name);
  await history.getByRole('button', { name: t('kernel:history.undo') }).click();
  await expect(history).toContainText(t('kernel:history.undone'));
  await expect(name).toHaveValue(`Boshqa ${mark}`);
});

test('a restore whose response was lost is made once, and can be undone', async ({ as, api }) => {
  const mark = uniqueMark();
  const record = await makeRecord(api, 'directions', { ru: { name: `Проба ${mark}` } });
  await rename(api, record, `Yangi ${mark}`);
  const page = await as('superadmin', { path: `/directions?search=${mark}`, tolerate: /ERR_/ });
  await rowOf(page, mark).click();
  await openHistory(page);
  const history = historyOf(page);
  await history.getByRole('button', { name: t('kernel:history.restore') }).click();
  const preview = page.getByRole('dialog').last();
  const confirm = preview.getByRole('button', { name: t('kernel:history.confirm'), exact: true });
  await loseResponse(page, '**/history/*/restore');
  await confirm.click();
  await expect(preview).toContainText(t('kernel:boot.network'));
  await confirm.click();
  await expect(history).toContainText(t('kernel:history.restored'));
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await history.getByRole('button', { name: t('kernel:history.undo') }).click();
  await expect(history).toContainText(t('kernel:history.undone'));
  await expect(page.locator('input[lang="uz"]')).toHaveValue(`Yangi ${mark}`);
});

test('without the capability there is no button', async ({ as, api }) => {
  await makeRecord(api, 'directions');
  const page = await as('superadmin', { path: '/directions' });
  await page.route('**/api/uz/plugins', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { plugins: { capabilities: string[] }[] };
    for (const plugin of body.plugins) {
      plugin.capabilities = plugin.capabilities.filter((name) => !name.endsWith('.history'));
    }
    await route.fulfill({ json: body });
  });
  await page.reload();
  await rowsOf(page).first().click();
  await expect(dialogOf(page, t('directions:editTitle'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('kernel:history.title') })).toHaveCount(0);
});

const openDeleted = async (page: Page, translate: Translate = t) => {
  await page.getByRole('button', { name: translate('kernel:history.deletedTitle') }).click();
  const deleted = page.getByRole('dialog', { name: translate('kernel:history.deletedTitle'), exact: true });
  await deleted.getByRole('listitem').first().waitFor();
  return deleted;
};

test('a deleted record is restored with its history', async ({ as, api }) => {
  const id = await movedBorder(api);
  const { uz } = await api.get<NamedRecord>(`neighborhoods/${id}`, 'superadmin');
  await api.write('DELETE', `neighborhoods/${id}`, null, 'superadmin');
  const page = await as('superadmin', { path: `/neighborhoods/list?search=${encodeURIComponent(uz.name)}` });
  await expect(page.getByText(t('kernel:records.noResultsText'))).toBeVisible();
  const deleted = await openDeleted(page);
  const entry = deleted.getByRole('listitem').filter({ hasText: uz.name });
  await entry.getByRole('button', { name: t('kernel:history.restoreDeleted') }).click();
  const question = page.getByRole('alertdialog', { name: t('kernel:history.restoreDeletedTitle') });
  await question.getByRole('button', { name: t('kernel:history.confirm'), exact: true }).click();
  await expect(page.getByText(t('kernel:history.restoreDeletedDone'))).toBeVisible();
  await expect(entry).toHaveCount(0);
  await page.keyboard.press('Escape');
  await rowOf(page, uz.name).click();
  await openHistory(page);
  const history = historyOf(page);
  await expect(history.getByRole('listitem')).toHaveCount(4);
  await expect(history.getByRole('listitem').first()).toContainText(t('kernel:history.restoredAgain'));
});

/** Opens the history of the page's record. */
const ofPage: PrepareScreen = async (page, translate) => {
  await openHistory(page, translate);
  await historyOf(page, translate).getByRole('listitem').first().waitFor();
};
const ofFirstRow: PrepareScreen = async (page, translate) => {
  await rowsOf(page).first().click();
  await ofPage(page, translate);
};

/** A redrawn border. */
async function movedBorder(api: Api): Promise<number> {
  const around = (width: number) => [[30, 50], [30, 50 + width], [30.004, 50 + width], [30.006, 50.003], [30.004, 50]]; // prettier-ignore
  const record = await makeRecord(api, 'neighborhoods', { color: '#0b7480', coords: around(0.006) });
  const { id, uz, ru } = record;
  const body = { uz: { name: `${uz.name} A` }, ru, color: '#b4232c', coords: around(0.009) };
  await api.write('PUT', `neighborhoods/${id}`, body, 'superadmin');
  return id;
}

async function changedCitizen(api: Api): Promise<number> {
  const { id } = await register(api);
  const person = { first_name: 'Zulfiya', last_name: 'Ergasheva', father_name: null, phone: '901112233', birthday: '1972-03-04', passport_series: null, passport_number: null, personal_number: null }; // prettier-ignore
  await api.write('PUT', `users/${id}`, person, 'superadmin');
  return id;
}

async function changedDirection(api: Api): Promise<number> {
  const record = await makeRecord(api, 'directions');
  await rename(api, record, `A0 ${uniqueMark()}`);
  return record.id;
}

const screens: readonly Screen[] = [
  {
    name: 'history-direction',
    login: 'superadmin',
    path: '/directions',
    idOf: changedDirection,
    ready: ofFirstRow,
  },
  {
    name: 'history-border',
    login: 'superadmin',
    path: '/neighborhoods/:id',
    idOf: movedBorder,
    ready: ofPage,
  },
];
const deletedScreen: Screen = {
  name: 'history-deleted',
  login: 'superadmin',
  path: '/neighborhoods/list',
  ready: async (page, translate, { api }) => {
    const id = await movedBorder(api);
    await api.write('DELETE', `neighborhoods/${id}`, null, 'superadmin');
    await openDeleted(page, translate);
  },
};
const moreScreens: readonly Screen[] = [
  { name: 'history-citizen', login: 'superadmin', path: '/users/:id', idOf: changedCitizen, ready: ofPage },
  {
    name: 'history-preview',
    login: 'superadmin',
    path: '/neighborhoods/:id',
    idOf: movedBorder,
    ready: async (page, translate) => {
      await ofPage(page, translate);
      await historyOf(page, translate)
        .getByRole('button', { name: translate('kernel:history.restore') })
        .click();
      await page.getByText(translate('kernel:history.previewText')).waitFor();
    },
  },
  {
    name: 'history-failed',
    login: 'superadmin',
    path: '/neighborhoods/:id',
    idOf: movedBorder,
    ready: withFailure('neighborhoods/\\d+/history', async (page, translate) => {
      await openHistory(page, translate);
      await waitForTexts('kernel:history.errorTitle')(page, translate);
    }),
    tolerate: /500/,
  },
  {
    name: 'history-plugin',
    login: 'superadmin',
    path: '/plugins/applications',
    ready: async (page, translate) => {
      await openHistory(page, translate);
      await historyOf(page, translate).waitFor();
    },
  },
];

testScreens([...screens, deletedScreen]);
testMoreScreens(moreScreens);

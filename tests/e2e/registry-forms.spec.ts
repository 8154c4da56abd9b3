import type { Page } from '@playwright/test';
import type { Household } from '#plugins/households/contract.ts';
import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import type { Api } from './support/api.ts';
import { choose, expectToast } from './support/applications.ts';
import {
  answerConfirmation,
  fillNames,
  inLanguage,
  makeRecord,
  rowOf,
  saveButtonOf,
  uniqueMark,
} from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

/** Far from the demonstration's city, so that nothing overlaps. */
const desert = [
  [41.9, 61.2],
  [41.9, 61.21],
  [41.91, 61.21],
  [41.91, 61.2],
];

for (const [language, translate] of inLanguage('ru')) {
  test(`draws, names and deletes a neighbourhood, in ${language}`, async ({ as }) => {
    const mark = uniqueMark();
    const page = await as('superadmin', { path: '/neighborhoods/add', language });
    const main = page.getByRole('main');
    await mapReady(page);
    await saveButtonOf(main, 'add', translate).click();
    await expect(main.getByText(translate('neighborhoods:nameRequired')).first()).toBeVisible();
    await expect(main.getByText(translate('neighborhoods:borderRequired'))).toBeVisible();

    await fillNames(main, { uz: `Yangi ${mark}`, ru: `Новая ${mark}` });
    await mapButton(page, 'add_polygon', translate).click();
    await expect(main.getByText(translate('neighborhoods:borderRequired'))).toBeHidden();
    // The square is in the middle of a gapless city; other borders must not follow it.
    await main.getByRole('switch', { name: translate('neighborhoods:moveNeighbors') }).click();
    await expect(main.getByText(/\d\s(m²|м²|ga|га)\)/).first()).toBeVisible();
    await saveButtonOf(main, 'add', translate).click();
    await expectToast(page, translate('neighborhoods:added'));
    await expect(page).toHaveURL(/\/neighborhoods\/list/);

    await page.getByRole('searchbox', { name: translate('neighborhoods:search') }).fill(mark);
    const name = translate('neighborhoods:mfy', {
      name: language === 'uz' ? `Yangi ${mark}` : `Новая ${mark}`,
    });
    await rowOf(page, name).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await deleteButton(page, translate).click();
    await answerConfirmation(page, translate('neighborhoods:deleteTitle', { name }), true, translate);
    await expectToast(page, translate('neighborhoods:deleted'));
    await expect(page, 'the old product went to a mistyped path').toHaveURL(/\/neighborhoods\/list/);
  });
}

test('choices that fail to load are requested again until the form can be finished', async ({ as }) => {
  const page = await as('registrar', { path: '/households/list' });
  let isDown = true;
  await page.route('**/api/uz/household-categories?*', (route) =>
    isDown ? route.fulfill({ status: 503, json: { err: 'Xatolik' } }) : route.fallback(),
  );
  const failed = page.waitForResponse('**/api/uz/household-categories?*');
  await page.goto('/households/add');
  await failed;
  isDown = false;
  await choose(page, new RegExp(`^${t('households:list.category')}`), /./);
});

test('signatories that fail to load are requested again until a letter can be written', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: '/applications/list' });
  let isDown = true;
  await page.route('**/api/uz/letters/signatories', (route) =>
    isDown ? route.fulfill({ status: 503, json: { err: 'Xatolik' } }) : route.fallback(),
  );
  const failed = page.waitForResponse('**/api/uz/letters/signatories');
  await page.goto(`/letters/write/${id}`);
  await failed;
  isDown = false;
  await choose(page, new RegExp(`^${t('letters:write.signatory')}`), /./);
});

test('drawing and text survive a reload, and a taken name is rejected', async ({ as, api }) => {
  const taken = await makeRecord(api, 'neighborhoods', { coords: desert, color: '#0b7480' });
  const page = await as('superadmin', { path: '/neighborhoods/add' });
  const main = page.getByRole('main');
  await mapReady(page);
  await fillNames(main, { uz: taken.uz.name, ru: `Проба ${uniqueMark()}` });
  await mapButton(page, 'add_polygon').click();
  await expect(main.getByText(`${t('map:status.polygons')}: 1/1`)).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(main.getByText(t('kernel:records.restored'))).toBeVisible();
  await expect(main.getByText(`${t('map:status.polygons')}: 1/1`)).toBeVisible();
  await saveButtonOf(main, 'add').click();
  await expect(main.getByText(t('kernel:errors.name_taken')).first()).toBeVisible();
  await expect(main.getByText(`${t('map:status.polygons')}: 1/1`)).toBeVisible();
});

test('a missing record is reported, with a way back', async ({ as }) => {
  const page = await as('superadmin', { path: '/neighborhoods/999999' });
  await expect(page.getByText(t('kernel:records.missingTitle')).first()).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('kernel:records.toList') })
    .click();
  await expect(page).toHaveURL(/\/neighborhoods\/list/);
});

test("another user's change of a neighbourhood is compared with one's own", async ({ as, api }) => {
  const made = await makeRecord(api, 'neighborhoods', { coords: desert, color: '#0b7480' });
  const page = await as('superadmin', { path: `/neighborhoods/${made.id}` });
  const main = page.getByRole('main');
  await expect(main.getByText(`${t('map:status.polygons')}: 1/1`)).toBeVisible();
  const mine = `Meniki ${uniqueMark()}`;
  await fillNames(main, { uz: mine });
  const body = { uz: { name: `Uniki ${uniqueMark()}` }, ru: made.ru, coords: desert, color: '#d64550' };
  await api.write('PUT', `neighborhoods/${made.id}`, body, 'superadmin');
  await saveButtonOf(main, 'update').click();
  const dialog = page.getByRole('dialog', { name: t('kernel:records.conflict.title') });
  await expect(dialog).toContainText(mine);
  await expect(dialog).toContainText(body.uz.name);
  await dialog.getByRole('button', { name: t('kernel:records.conflict.keepMine') }).click();
  await expectToast(page, 'Mahalla yangilandi');
  const now = await api.get<Neighborhood>(`neighborhoods/${made.id}`, 'superadmin');
  expect(now.uz.name).toBe(mine);
});

test('enters a whole household: flat, citizen of two households, direction, pin', async ({ as, api }) => {
  const place = await placeOf(api);
  const house = 10_000 + Math.floor(Math.random() * 80_000);
  const page = await as('registrar', { path: '/households/add' });
  const main = page.getByRole('main');
  await mapReady(page);
  await saveButtonOf(main, 'add').click();
  await expect(main.getByText(t('households:form.neighborhoodRequired'))).toBeVisible();
  await choose(page, t('households:list.category'), place.category);
  await choose(page, t('households:list.neighborhood'), `${place.neighborhood} MFY`);
  await choose(page, t('households:list.street'), `${place.street} ko'chasi`);
  await main.getByRole('radio', { name: "Ko'p qavatli uy" }).check();
  await main.getByLabel(t('households:form.houseNumber')).fill(String(house));
  await main.getByLabel(t('households:form.apartmentNumber')).fill('7');

  await main.getByRole('button', { name: t('households:form.addCitizen') }).click();
  await main.getByLabel(t('households:form.fullName')).fill(place.citizen.full_name);
  await main.getByLabel(t('households:form.jshshir')).fill(place.citizen.personal_number);
  const elsewhere = t('households:form.elsewhere', { places: '' }).split(':')[0] ?? '';
  await expect(main.getByText(elsewhere), 'said before saving').toBeVisible();

  await main.getByRole('button', { name: t('households:form.addDirection') }).click();
  await choose(page, t('households:form.direction'), place.direction);
  await mapButton(page, 'add_marker').click();
  await page.getByRole('application').click();
  await expect(main.getByText(`${t('map:status.markers')}: 1/1`)).toBeVisible();

  await saveButtonOf(main, 'add').click();
  const question = page.getByRole('alertdialog', { name: t('households:form.confirmTitle') });
  await question.getByRole('button', { name: t('households:form.confirm') }).click();
  await expectToast(page, "Xonadon qo'shildi");
  await expect(page).toHaveURL(/\/households\/list/);

  await rowOf(page, `${house}-uy, 7-xonadon`).click();
  await expect(main.getByLabel(t('households:form.jshshir'))).toHaveValue(place.citizen.personal_number);
  await deleteButton(page).click();
  await answerConfirmation(page, "Haqiqatdan ham bu Xonadonni o'chirmoqchimisiz?", true);
  await expectToast(page, "Xonadon o'chirildi");
});

test('a pin outside of the neighbourhood is a warning and can be saved', async ({ as, api }) => {
  const place = await placeOf(api);
  const number = makeJshshir({
    birthday: '1990-05-17',
    sex: 'female',
    serial: Math.floor(Math.random() * 900),
  });
  const household = await api.write<Household>(
    'POST',
    'households',
    {
      ...place.ids,
      house_type: 'apartment',
      house_number: 90_000 + Math.floor(Math.random() * 9000),
      citizens: [{ full_name: 'Sinovchi Fuqaro', personal_number: number }],
      coords: [41.95, 61.3],
    },
    'registrar',
  );
  const page = await as('registrar', { path: `/households/${household.id}` });
  const main = page.getByRole('main');
  await expect(main.getByText(t('households:form.pinOutside'))).toBeVisible();
  await saveButtonOf(main, 'update').click();
  await expectToast(page, 'Xonadon yangilandi');
});

/** The button of the page's header, which precedes that of the map. */
function deleteButton(page: Page, translate = t) {
  return page
    .getByRole('main')
    .getByRole('button', { name: translate('kernel:records.delete'), exact: true })
    .first();
}

/** The first frame of software WebGL blocks the page for a while. */
async function mapReady(page: Page): Promise<void> {
  await page.locator('[data-phase="ready"]').waitFor({ timeout: 60_000 });
}

function mapButton(page: Page, key: string, translate = t) {
  return page.getByRole('button', { name: new RegExp(`^${translate(`map:toolbar.${key}`)}`) });
}

interface Named {
  readonly id: number;
  readonly uz: { readonly name: string };
}

/** Names of records that a household can refer to, and a citizen of an existing one. */
async function placeOf(api: Api) {
  const options = (path: string) =>
    api.get<(Named & { neighborhood_id?: number })[]>(`${path}?pagination=false`, 'registrar');
  const { items } = await api.get<{ items: Household[] }>(
    'households?limit=1&sort_by=createdAt',
    'registrar',
  );
  const { id, neighborhood_id: neighborhoodId, street } = first(items);
  const { citizens } = await api.get<Household>(`households/${id}`, 'registrar');
  const neighborhood = first((await options('neighborhoods')).filter((one) => one.id === neighborhoodId));
  const category = first(await options('household-categories'));
  return {
    category: category.uz.name,
    neighborhood: neighborhood.uz.name,
    street: street.uz.name,
    direction: first(await options('directions')).uz.name,
    citizen: first(citizens),
    ids: { neighborhood_id: neighborhoodId, street_id: street.id, household_category_id: category.id },
  };
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('the demonstration lacks something');
  return item;
}

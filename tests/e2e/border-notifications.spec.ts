import type { Locator, Page } from '@playwright/test';
import type { Admin } from '#plugins/admins/contract.ts';
import { choose, expectToast } from './support/applications.ts';
import { checksOf, makeSharedBorder, moveCorners, planOf } from './support/border-city.ts';
import { bellOf, noticesOf, panelOf } from './support/notifications.ts';
import { fillNames, inLanguage, saveButtonOf, uniqueMark } from './support/records.ts';
import { makeAdmin, tokenOf, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import type { t } from './support/texts.ts';

type Translate = typeof t;
type City = Awaited<ReturnType<typeof makeSharedBorder>>;

const nameOf = ({ first_name, last_name }: Admin) => `${last_name} ${first_name}`;
/** The household near the border, in a list of households. */
const rowsOf = (page: Page): Locator => page.locator('main tbody tr:not([data-kind])');

/** Expects notices of gained and lost records in the bell of an admin. */
async function expectNotices(
  page: Page,
  translate: Translate,
  counts: { gained: number; lost: number },
): Promise<void> {
  await expect(bellOf(page, translate)).toHaveText(/\d/);
  await bellOf(page, translate).click();
  const all = noticesOf(panelOf(page, translate));
  for (const plugin of ['households', 'applications']) {
    const text = translate(`${plugin}:notices.${plugin}_moved.text`, counts);
    await expect(all.filter({ hasText: text })).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
}

/** Agrees to the shown plan; if several admins may take over the application, chooses one. */
async function agree(
  page: Page,
  translate: Translate,
  { former, next }: City,
  to: string | null,
): Promise<void> {
  const dialog = planOf(page, translate);
  await expect(dialog).toBeVisible();
  if (to !== null)
    await choose(
      page,
      translate('neighborhoods:plan.handover', { name: nameOf(former), to, count: 1 }),
      nameOf(next),
    );
  await dialog.getByRole('button', { name: translate('neighborhoods:plan.save') }).click();
}

for (const [language, translate] of inLanguage('uz')) {
  test(`a plan of the city updates the screens of all affected admins, in ${language}`, async ({
    as,
    open,
    api,
    server,
  }) => {
    test.slow();
    const city = await makeSharedBorder(api, server.url);
    const { at, west, east, former, next } = city;
    const openAs = async ({ login }: Admin) =>
      open(server.url, { token: await tokenOf(server.url, login) }, { path: '/households/list', language });
    const page = await as('superadmin', { path: '/neighborhoods/check', language });
    const watching = await as('superadmin', { path: '/neighborhoods/check', language });
    const [losing, winning] = [await openAs(former), await openAs(next)];
    // They keep the household and the application.
    const responsible = await makeAdmin(api, { neighborhoods: [west.id, east.id] });
    const keeping = await open(
      server.url,
      { token: await tokenOf(server.url, responsible.login) },
      { path: '/settings', language },
    );
    for (const one of [page, watching, losing, winning, keeping]) await untilLive(one);
    await expect(rowsOf(losing)).toHaveCount(1);
    await expect(rowsOf(winning)).toHaveCount(0);
    await expect(checksOf(watching, translate)).toBeVisible({ timeout: 60_000 });
    const title = translate('neighborhoods:mfy', { name: east[language].name });
    // Opens the corners of the area without changing any.
    await moveCorners(watching, translate, { title, lng: 0, corners: [] });
    const corner = watching.getByLabel(translate('map:vertices.longitude_of', { number: 1 }));
    await expect(corner).toHaveValue(at(0, 10)[1].toFixed(6));

    const main = await moveCorners(page, translate, { title, lng: at(0, 8)[1], corners: [1, 4] });
    await main.getByRole('button', { name: translate('neighborhoods:check.save') }).click();
    const names = [west, east]
      .map((area) => translate('neighborhoods:mfy', { name: area[language].name }))
      .join(', ');
    await expect(planOf(page, translate)).toContainText(
      `${nameOf(responsible)}: ${translate('neighborhoods:plan.borders', { names })}`,
    );
    await agree(page, translate, city, title);
    await expectToast(page, translate('neighborhoods:check.saved', { count: 2 }));

    await test.step('the household moves from one screen to the other, and both are notified', async () => {
      await expect(rowsOf(losing)).toHaveCount(0);
      await expect(rowsOf(winning)).toHaveCount(1);
      await expectNotices(losing, translate, { gained: 0, lost: 1 });
      await expectNotices(winning, translate, { gained: 1, lost: 0 });
    });
    await test.step('an admin of both areas is notified of the borders', async () => {
      await bellOf(keeping, translate).click();
      const changed = [west, east].map((area) => area[language].name).join(', ');
      const text = translate('neighborhoods:notices.border_changed.text', { names: changed });
      await expect(noticesOf(panelOf(keeping, translate))).toHaveText([new RegExp(text)]);
    });
    await test.step('the map of another admin shows the new border', async () => {
      await expect(corner).toHaveValue(at(0, 8)[1].toFixed(6));
      const { coords } = await api.get<{ coords: unknown[] }>(`neighborhoods/${west.id}`, 'superadmin');
      expect(coords).toContainEqual(at(0, 8));
    });
  });
}

for (const [language, translate] of inLanguage('ru')) {
  test(`a new area over others updates the screens of all affected admins, in ${language}`, async ({
    as,
    open,
    api,
    server,
  }) => {
    test.slow();
    const city = await makeSharedBorder(api, server.url);
    const { box, former } = city;
    const losing = await open(
      server.url,
      { token: await tokenOf(server.url, former.login) },
      { path: '/households/list', language },
    );
    const page = await as('superadmin', { path: '/neighborhoods/add', language });
    const watching = await as('superadmin', { path: '/neighborhoods/check', language });
    for (const one of [page, watching, losing]) await untilLive(one);
    await expect(rowsOf(losing)).toHaveCount(1);
    await expect(checksOf(watching, translate)).toBeVisible({ timeout: 60_000 });
    const [main, mark] = [page.getByRole('main'), uniqueMark()];
    const names = { uz: `Yangi ${mark}`, ru: `Новая ${mark}` };
    await fillNames(main, names);
    await main.getByRole('button', { name: translate('map:toolbar.draw_polygon') }).click();
    const typed = main.getByLabel(translate('map:borders.typed'));
    for (const corner of box(3, 8, 7, 10)) {
      await typed.fill(corner.join(', '));
      await typed.press('Enter');
      await expect(typed).toHaveValue('');
    }
    await main.getByRole('button', { name: translate('map:draw.finish'), exact: true }).click();
    await saveButtonOf(main, 'add', translate).click();
    const dialog = planOf(page, translate);
    // Only super admins have access to a new area: one of them takes over the application.
    await dialog.getByRole('combobox').click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: translate('neighborhoods:plan.save') }).click();
    await expectToast(page, translate('neighborhoods:added'));

    await expect(rowsOf(losing)).toHaveCount(0);
    await expectNotices(losing, translate, { gained: 0, lost: 1 });
    await watching
      .getByRole('main')
      .getByRole('button', { name: translate('map:toolbar.list') })
      .click();
    const title = translate('neighborhoods:mfy', { name: names[language] });
    await expect(
      watching.getByRole('button', { name: translate('map:list.select', { title }) }),
    ).toBeVisible();
  });
}

import type { Page } from '@playwright/test';
import type { Neighborhood, NeighborhoodBorder } from '#plugins/neighborhoods/contract.ts';
import type { Admin } from '#plugins/admins/contract.ts';
import { Api } from './support/api.ts';
import { expectToast } from './support/applications.ts';
import { accessibilityIssuesOf } from './support/axe.ts';
import { boxesAt, callerOf, checksOf, householdsOf, moveCorners, planOf } from './support/border-city.ts';
import { answerConfirmation, inLanguage, makeRecord } from './support/records.ts';
import { deploymentWith, startProduct } from './support/server.ts';
import { untilLive } from './support/staff.ts';
import { smallTargetsOf } from './support/small-targets.ts';
import { chooseLanguage } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

type Translate = typeof t;
const path = '/neighborhoods/check';

/** Each test has its own place. */
let place = 0;

/** Two adjacent neighbourhoods, two separate ones, and a household outside all of them. */
async function makeArea(api: Api, url: string) {
  const { at, box } = boxesAt(44.1 + place++ / 20, 60.4);
  const made = async (coords: [number, number][]) =>
    (await makeRecord(api, 'neighborhoods', { coords, color: '#0b7480' })) as unknown as Neighborhood;
  const [west, east] = [await made(box(0, 0, 10, 10)), await made(box(0, 10, 10, 20))];
  const [alone, gone] = [await made(box(20, 0, 30, 10)), await made(box(20, 20, 30, 30))];
  const household = await householdsOf(api, west.id, callerOf(url, await api.token('superadmin')));
  return { at, box, west, east, alone, gone, outside: await household(at(15, 5)) };
}

/** Parts of the page. */
function partsOf(page: Page, translate: Translate) {
  const main = page.getByRole('main');
  return {
    main,
    panel: checksOf(page, translate),
    save: main.getByRole('button', { name: translate('neighborhoods:check.save') }),
    undo: main.getByRole('button', { name: translate('map:toolbar.undo') }),
    redo: main.getByRole('button', { name: translate('map:toolbar.redo') }),
    reload: main.getByRole('button', { name: translate('neighborhoods:check.reload') }),
    changed: (count: number) => main.getByText(translate('neighborhoods:check.changed', { count })),
    leaving: page.getByRole('alertdialog', { name: translate('kernel:leave.title') }),
  };
}

const mfy = (translate: Translate, name: string) => translate('neighborhoods:mfy', { name });

/** Changes the border of a neighbourhood as another admin does. */
async function changeElsewhere(api: Api, id: number, coords: [number, number][]): Promise<void> {
  const { uz, ru, color } = await api.get<Neighborhood>(`neighborhoods/${id}`, 'superadmin');
  const body = { uz: { name: uz.name }, ru: { name: ru.name }, color, coords };
  await api.write('PUT', `neighborhoods/${id}`, body, 'superadmin');
}

for (const [language, translate] of inLanguage('uz')) {
  test(`the check of a city reports households that could not be read, and reads them again, in ${language}`, async ({
    as,
    api,
    server,
  }) => {
    test.slow();
    const { outside } = await makeArea(api, server.url);
    const page = await as('superadmin', {
      path: '/neighborhoods/list',
      language,
      tolerate: /neighborhoods\/homes|status of 503/,
    });
    let isDown = true;
    await page.route('**/neighborhoods/households', (route) =>
      isDown ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
    );
    let isMissing = true;
    await page.route('**/assets/worker-*.js', (route) => (isMissing ? route.abort() : route.continue()));
    await page.goto(path);
    const { main, panel } = partsOf(page, translate);
    const failed = main.getByText(translate('neighborhoods:check.householdsFailed'));
    const again = main.getByRole('button', { name: translate('kernel:ui.retry') });
    await expect(failed).toBeVisible({ timeout: 60_000 });
    // The borders are checked without them.
    await expect(
      panel
        .getByRole('listitem')
        .or(panel.getByText(translate('map:check.none')))
        .first(),
    ).toBeVisible({
      timeout: 60_000,
    });
    await expect(panel.getByText(`№ ${outside.id}`)).toHaveCount(0);
    expect(await accessibilityIssuesOf(page)).toEqual([]);
    const rejected = page.waitForResponse('**/neighborhoods/households');
    await again.click();
    await rejected;
    // The button is enabled again: the request has its response.
    await expect(again).toBeEnabled();
    await expect(again).not.toHaveAttribute('aria-busy', 'true');
    await expect(failed).toBeVisible();
    isDown = false;
    // Nor can they be drawn without the code of their worker.
    const missed = page.waitForEvent('requestfailed', (request) => /\/worker-[^/]+$/.test(request.url()));
    await again.click();
    await missed;
    await expect(failed).toBeVisible();
    isMissing = false;
    await again.click();
    await expect(failed).toBeHidden();
    const search = panel.getByRole('searchbox');
    if (await search.isVisible()) await search.fill(`№ ${outside.id}`);
    await expect(panel.getByRole('button', { name: `№ ${outside.id}` })).toBeVisible();
  });
}

test("edits of a city's borders survive a reload, until they are discarded", async ({ as, api, server }) => {
  test.slow();
  const { at, west } = await makeArea(api, server.url);
  const page = await as('superadmin', { path });
  const { main, panel, save, changed } = partsOf(page, t);
  const restored = main.getByText(t('kernel:records.restored'));
  await expect(panel).toBeVisible({ timeout: 60_000 });
  await moveCorners(page, t, { title: mfy(t, west.uz.name), corners: [2], lng: at(0, 9)[1] });
  await expect(changed(2)).toBeVisible();
  await page.reload();
  await expect(restored).toBeVisible({ timeout: 60_000 });
  await expect(changed(2)).toBeVisible();
  await expect(save).toBeEnabled();
  expect(await accessibilityIssuesOf(page)).toEqual([]);
  await main.getByRole('button', { name: t('kernel:records.startOver') }).click();
  await answerConfirmation(page, t('neighborhoods:check.reloadTitle'), true);
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(panel).toBeVisible({ timeout: 60_000 });
  await expect(save).toBeDisabled();
  await expect(restored).toBeHidden();
});

for (const [language, translate] of inLanguage('ru')) {
  test(`edits of a city's borders survive a change of language, other admins and navigation, in ${language}`, async ({
    as,
    api,
    server,
  }) => {
    test.slow();
    const { at, box, west, east, alone, gone } = await makeArea(api, server.url);
    const page = await as('superadmin', { path: '/neighborhoods/list', language });
    await untilLive(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: translate('neighborhoods:check.open') })
      .click();
    const { main, panel, save, undo, redo, reload, changed, leaving } = partsOf(page, translate);
    const dialog = planOf(page, translate);
    await expect(panel).toBeVisible({ timeout: 60_000 });
    const title = mfy(translate, west[language].name);

    await test.step('another language keeps the edit and the steps to undo', async () => {
      await moveCorners(page, translate, { title, corners: [2], lng: at(0, 9)[1] });
      await expect(changed(2)).toBeVisible();
      const other = language === 'uz' ? 'ru' : 'uz';
      const there = partsOf(page, textsIn(other));
      await chooseLanguage(page, other, translate);
      await expect(there.changed(2)).toBeVisible();
      await expect(there.main.getByText(mfy(textsIn(other), west[other].name)).first()).toBeVisible();
      await there.undo.click();
      await expect(there.save).toBeDisabled();
      await there.redo.click();
      await expect(there.changed(2)).toBeVisible();
      await chooseLanguage(page, language, textsIn(other));
      await expect(changed(2)).toBeVisible();
    });

    await test.step('asks before the user leaves the page, also under the dialog of the plan', async () => {
      await main.getByRole('link', { name: translate('neighborhoods:menu.title') }).click();
      await answerConfirmation(page, translate('kernel:leave.title'), false, translate);
      await save.click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(leaving).toBeVisible();
      await answerConfirmation(page, translate('kernel:leave.title'), false, translate);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await dialog.getByRole('button', { name: translate('neighborhoods:plan.back') }).click();
      await expect(changed(2)).toBeVisible();
    });

    await test.step('reports that others have saved, and asks before it loads their borders', async () => {
      await changeElsewhere(api, alone.id, box(20, 0, 30, 11));
      await expect(main.getByText(translate('neighborhoods:check.outdated'))).toBeVisible();
      await reload.click();
      await answerConfirmation(page, translate('neighborhoods:check.reloadTitle'), false, translate);
      await expect(changed(2)).toBeVisible();
      await expect(undo).toBeEnabled();
      await reload.click();
      await answerConfirmation(page, translate('neighborhoods:check.reloadTitle'), true, translate);
      await expect(save).toBeDisabled();
      await expect(changed(2)).toBeHidden();
      await expect(reload).toBeHidden();
    });

    await test.step('names a neighbourhood that was deleted, and saves the others', async () => {
      await moveCorners(page, translate, { title, corners: [2], lng: at(0, 9)[1] });
      await expect(changed(2)).toBeVisible();
      const { updatedAt: _version, id } = gone;
      await api.write('DELETE', `neighborhoods/${id}`, null, 'superadmin');
      const list = mfy(translate, gone[language].name);
      const removed = main.getByText(translate('neighborhoods:check.removed', { list }));
      await expect(removed).toBeVisible();
      await save.click();
      await dialog.getByRole('button', { name: translate('neighborhoods:plan.save') }).click();
      await expectToast(page, translate('neighborhoods:check.saved', { count: 2 }));
      await expect(save).toBeDisabled();
      const { borders } = await api.get<{ borders: NeighborhoodBorder[] }>(
        'neighborhoods/borders',
        'superadmin',
      );
      expect(borders.find((one) => one.id === east.id)?.coords).toContainEqual(at(0, 9));
      await main.getByRole('button', { name: translate('neighborhoods:check.understood') }).click();
      await expect(removed).toBeHidden();
      await expect(redo).toBeDisabled();
    });

    await test.step('a self-intersecting border is an edit, too', async () => {
      const lone = mfy(translate, alone[language].name);
      await moveCorners(page, translate, { title: lone, corners: [1], lng: at(0, 15)[1] });
      await expect(main.getByText(translate('neighborhoods:crossed'))).toBeVisible();
      await expect(save).toBeDisabled();
      await main.getByRole('link', { name: translate('neighborhoods:menu.title') }).click();
      await answerConfirmation(page, translate('kernel:leave.title'), false, translate);
      await changeElsewhere(api, west.id, box(0, 1, 10, 9));
      await reload.click();
      await answerConfirmation(page, translate('neighborhoods:check.reloadTitle'), true, translate);
      await expect(main.getByText(translate('neighborhoods:crossed'))).toBeHidden();
      await main.getByRole('link', { name: translate('neighborhoods:menu.title') }).click();
      await expect(page).toHaveURL(/\/neighborhoods\/list/);
    });
  });

  test(`nothing covers the list of the check on a phone, in ${language}`, async ({ as, api, server }) => {
    test.slow();
    await makeArea(api, server.url);
    for (const viewport of [
      { width: 375, height: 740 },
      { width: 375, height: 560 },
    ]) {
      const page = await as('superadmin', { path, language, touch: true, viewport });
      const { panel } = partsOf(page, translate);
      const apply = panel.getByRole('button', { name: translate('map:check.apply') });
      await expect(apply).toBeVisible({ timeout: 60_000 });
      const chat = page.getByRole('button', { name: translate('chat:loader.open') });
      // It is loaded after the page, which then becomes longer.
      await expect(
        page.getByRole('button', { name: translate('chat:loader.open'), includeHidden: true }),
      ).toBeAttached();
      const covers = async () => {
        const [over, under] = [await chat.isVisible(), await panel.boundingBox()];
        const box = over ? await chat.boundingBox() : null;
        if (!under) throw new Error('the list has no box');
        return box !== null && box.y < under.y + under.height && box.y + box.height > under.y;
      };
      for (const end of [false, true]) {
        await page.evaluate((toEnd) => scrollTo(0, toEnd ? document.body.scrollHeight : 0), end);
        const name = `scrolled to the ${end ? 'end' : 'start'} at ${viewport.height}`;
        await expect.poll(covers, { message: name }).toBe(false);
      }
      await expect(chat).toBeVisible();
      const { height, y } = (await panel.boundingBox()) ?? { height: 0, y: 0 };
      await apply.scrollIntoViewIfNeeded();
      const button = await apply.boundingBox();
      expect(button && button.y + button.height, 'the last button lies within the panel').toBeLessThanOrEqual(
        y + height,
      );
      expect(await accessibilityIssuesOf(page)).toEqual([]);
      expect(await smallTargetsOf(page)).toEqual([]);
    }
  });

  test(`the check of a city reports missing households, borders and areas, in ${language}`, async ({
    open,
  }) => {
    test.slow();
    const product = await startProduct(
      deploymentWith((deployment) => {
        const { admins = {}, neighborhoods = {}, chat = {} } = deployment.plugins;
        deployment.plugins = { admins, neighborhoods, chat };
      }),
    );
    try {
      const api = new Api(product.url);
      const page = await open(product.url, 'superadmin', { path, language }, api);
      await untilLive(page);
      const { main, panel } = partsOf(page, translate);
      await expect(panel).toBeVisible({ timeout: 60_000 });
      await expect(main.getByText(translate('neighborhoods:check.noHouseholds'))).toBeVisible();
      const { borders } = await api.get<{ borders: NeighborhoodBorder[] }>(
        'neighborhoods/borders',
        'superadmin',
      );
      // Assigned admins prevent a neighbourhood from being deleted.
      const { items } = await api.get<{ items: Admin[] }>('admins', 'superadmin');
      for (const { id, neighborhoods } of items)
        if (neighborhoods.length > 0) await api.write('DELETE', `admins/${id}`, null, 'superadmin');
      for (const { id } of borders) await api.write('DELETE', `neighborhoods/${id}`, null, 'superadmin');
      await expect(main.getByText(translate('neighborhoods:check.empty'))).toBeVisible();
      expect(await accessibilityIssuesOf(page)).toEqual([]);
      await main.getByRole('link', { name: translate('neighborhoods:actions.add') }).click();
      await expect(page.getByRole('heading', { name: translate('neighborhoods:addTitle') })).toBeVisible();
    } finally {
      await product.close();
    }
  });
}

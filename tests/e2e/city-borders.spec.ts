import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import type { Api } from './support/api.ts';
import { expectToast } from './support/applications.ts';
import { accessibilityIssuesOf } from './support/axe.ts';
import { boxesAt, callerOf, checksOf, householdsOf, planOf } from './support/border-city.ts';
import { fillNames, inLanguage, makeRecord, saveButtonOf, uniqueMark } from './support/records.ts';
import { makeAdmin, makeRole, tokenOf } from './support/staff.ts';
import { smallTargetsOf } from './support/small-targets.ts';
import { expect, test } from './support/test.ts';

/** Each test has its own place. */
let place = 0;

/**
 * Two neighbourhoods two metres apart, so that a household between them is in none, and a third one
 * overlapping the eastern one, with a household in both.
 */
async function makeFlaws(api: Api, url: string) {
  const { at, box } = boxesAt(43.1 + place++ / 20, 60.1);
  const made = async (coords: [number, number][], color: string) =>
    (await makeRecord(api, 'neighborhoods', { coords, color })) as unknown as Neighborhood;
  const west = await made(box(0, 0, 10, 10), '#0b7480');
  const east = await made(box(0, 10.024, 10, 20), '#c2410c');
  // They close the gap at both ends, since land beside the city is no gap.
  const south = await made([at(-5, 0), at(-5, 20), at(0, 20), at(0, 10.024), at(0, 10), at(0, 0)], '#4d7c0f');
  const north = await made(
    [at(10, 0), at(10, 10), at(10, 10.024), at(10, 20), at(15, 20), at(15, 0)],
    '#7e22ce',
  );
  const over = await made(box(4, 18, 8, 24), '#be185d');
  const role = await makeRole(api, { permissions: ['household_add'] });
  const clerk = await makeAdmin(api, { role_id: role.id, neighborhoods: [west.id, east.id] });
  const household = await householdsOf(api, west.id, callerOf(url, await tokenOf(url, clerk.login)));
  const [between, both] = [await household(at(5, 10.012)), await household(at(6, 19))];
  const inside = await household(at(5, 8));
  return { at, box, west, east, south, north, over, between, both, inside };
}

for (const [language, translate] of inLanguage('uz')) {
  test(`the borders of the city are checked with its households, snapped together and saved by plan, in ${language}`, async ({
    as,
    api,
    server,
  }) => {
    test.slow();
    const { west, east, over, between, both } = await makeFlaws(api, server.url);
    const page = await as('superadmin', { path: '/neighborhoods/list', language });
    await page
      .getByRole('main')
      .getByRole('link', { name: translate('neighborhoods:check.open') })
      .click();
    await expect(page).toHaveURL(/\/neighborhoods\/check$/);
    const panel = checksOf(page, translate);
    /** Searches the list. */
    const find = async (text: string) => {
      const search = panel.getByRole('searchbox');
      // Other tests leave problems too; a short list has no search.
      if (await search.isVisible()) await search.fill(text);
    };
    const problem = (text: string) => panel.getByRole('button', { name: text });
    const nameOf = (record: Neighborhood) => record[language].name;
    const save = page.getByRole('main').getByRole('button', { name: translate('neighborhoods:check.save') });

    await test.step('lists gaps, overlaps, and households in none and in two', async () => {
      await expect(panel).toBeVisible({ timeout: 60_000 });
      await find(`№ ${between.id}`);
      await expect(problem(`№ ${between.id}`)).toBeVisible({ timeout: 60_000 });
      await find(`№ ${both.id}`);
      await expect(problem(`№ ${both.id}`)).toContainText(`${nameOf(east)} MFY, ${nameOf(over)} MFY`);
      await find(nameOf(over));
      await expect(problem(nameOf(over)).first()).toBeVisible();
      await find(nameOf(west));
      await expect(problem(nameOf(west)).first()).toBeVisible();
      await expect(save).toBeDisabled();
    });

    await test.step('opens a household', async () => {
      await find(`№ ${between.id}`);
      await problem(`№ ${between.id}`).click();
      await expect(problem(`№ ${between.id}`)).toHaveAttribute('aria-pressed', 'true');
    });

    await test.step('snaps borders together with a preview, and undoes it', async () => {
      await panel.getByLabel(translate('map:check.snap')).fill('3');
      await expect(panel.getByText(/≤/)).toBeVisible();
      await panel.getByRole('button', { name: translate('map:check.apply') }).click();
      await expect(problem(`№ ${between.id}`)).toBeHidden();
      await expect(save).toBeEnabled();
      await page.getByRole('button', { name: translate('map:toolbar.undo') }).click();
      await expect(problem(`№ ${between.id}`)).toBeVisible();
      await expect(save).toBeDisabled();
      await page.getByRole('button', { name: translate('map:toolbar.redo') }).click();
    });

    await test.step('saves all changes by a plan', async () => {
      await save.click();
      const dialog = planOf(page, translate);
      await expect(dialog.getByText(translate('neighborhoods:plan.before'), { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: translate('neighborhoods:plan.save') }).click();
      await expectToast(page, translate('neighborhoods:check.saved', { count: 3 }).replace(/\d+/, ''));
      await expect(save).toBeDisabled();
      const stored = await api.get<Neighborhood>(`neighborhoods/${east.id}`, 'superadmin');
      expect(stored.coords).toContainEqual((west as Neighborhood).coords[1]);
    });
  });
}

for (const [language, translate] of inLanguage('ru')) {
  test(`the borders of the city are corrected with a finger on a phone, and with keys, in ${language}`, async ({
    as,
    api,
    server,
  }) => {
    test.slow();
    const { west, east, between } = await makeFlaws(api, server.url);
    const page = await as('superadmin', {
      path: '/neighborhoods/check',
      language,
      touch: true,
      viewport: { width: 375, height: 740 },
    });
    const main = page.getByRole('main');
    const panel = checksOf(page, translate);
    const line = panel.getByRole('button', { name: `№ ${between.id}` });
    const save = main.getByRole('button', { name: translate('neighborhoods:check.save') });
    const find = async (text: string) => {
      const search = panel.getByRole('searchbox');
      if (await search.isVisible()) await search.fill(text);
    };

    await test.step('opens a household, and reports an empty search', async () => {
      await expect(panel.getByRole('listitem').first()).toBeVisible({ timeout: 60_000 });
      await find(`№ ${between.id}`);
      await expect(line).toBeVisible({ timeout: 60_000 });
      await line.tap();
      await expect(line).toHaveAttribute('aria-pressed', 'true');
      expect(await accessibilityIssuesOf(page)).toEqual([]);
      expect(await smallTargetsOf(page)).toEqual([]);
    });

    await test.step('snaps borders together with a finger', async () => {
      const slider = panel.getByLabel(translate('map:check.snap'));
      const { width, height } = (await slider.boundingBox()) ?? { width: 0, height: 0 };
      await slider.tap({ position: { x: width / 2, y: height / 2 } });
      await panel.getByRole('button', { name: translate('map:check.apply') }).tap();
      await expect(line).toBeHidden();
      await main.getByRole('button', { name: translate('map:toolbar.undo') }).tap();
      await expect(line).toBeVisible();
      await expect(save).toBeDisabled();
    });

    await test.step('and with keys, and saves by the plan', async () => {
      const slider = panel.getByLabel(translate('map:check.snap'));
      await slider.focus();
      for (let step = 0; step < 3; step += 1) await slider.press('ArrowRight');
      const apply = panel.getByRole('button', { name: translate('map:check.apply') });
      await apply.focus();
      await apply.press('Enter');
      await expect(line).toBeHidden();
      await expect(save).toBeEnabled();
      await save.focus();
      await save.press('Enter');
      const dialog = planOf(page, translate);
      await expect(
        dialog.getByText(translate('neighborhoods:plan.before'), { exact: true }),
      ).toBeInViewport();
      expect(await accessibilityIssuesOf(page)).toEqual([]);
      const agree = dialog.getByRole('button', { name: translate('neighborhoods:plan.save') });
      await agree.focus();
      await agree.press('Enter');
      await expect(save).toBeDisabled();
      await expect
        .poll(async () => (await api.get<Neighborhood>(`neighborhoods/${east.id}`, 'superadmin')).coords)
        .toContainEqual(west.coords[1]);
    });
  });

  test(`a new neighbourhood that is drawn over others is saved by plan, in ${language}`, async ({
    as,
    open,
    api,
    server,
  }) => {
    test.slow();
    const { box, west, inside } = await makeFlaws(api, server.url);
    const page = await as('superadmin', { path: '/neighborhoods/add', language });
    const main = page.getByRole('main');
    const mark = uniqueMark();
    await fillNames(main, { uz: `Yangi ${mark}`, ru: `Новая ${mark}` });
    await main.getByRole('button', { name: translate('map:toolbar.draw_polygon') }).click();
    const typed = main.getByLabel(translate('map:borders.typed'));
    for (const corner of box(3, 7, 7, 9)) {
      await typed.fill(corner.join(', '));
      await typed.press('Enter');
      await expect(typed).toHaveValue('');
    }
    await main.getByRole('button', { name: translate('map:draw.finish'), exact: true }).click();
    await expect(main.getByRole('switch', { name: translate('neighborhoods:moveNeighbors') })).toBeChecked();
    await saveButtonOf(main, 'add', translate).click();
    const dialog = planOf(page, translate);
    const mfy = (name: string) => translate('neighborhoods:mfy', { name });
    const [from, to] = [mfy(west[language].name), mfy(language === 'uz' ? `Yangi ${mark}` : `Новая ${mark}`)];
    await expect(
      dialog.getByText(translate('neighborhoods:plan.moved', { from, to, count: 1 })),
    ).toBeVisible();
    await expect(dialog.getByText(translate('neighborhoods:plan.noStaff'))).toBeVisible();
    await dialog.getByRole('button', { name: translate('neighborhoods:plan.save') }).click();
    await expectToast(page, translate('neighborhoods:added'));
    const stored = await api.get<Neighborhood>(`neighborhoods/${west.id}`, 'superadmin');
    expect(stored.geometry?.coordinates.map((rings) => rings.length)).toEqual([2]);
    const { items } = await api.get<{ items: Neighborhood[] }>(`neighborhoods?search=${mark}`, 'superadmin');
    // The admin assigned to it finds the household there.
    const role = await makeRole(api, { permissions: ['household_add'] });
    const { login } = await makeAdmin(api, { role_id: role.id, neighborhoods: [items[0]?.id ?? 0] });
    const clerk = await open(
      server.url,
      { token: await tokenOf(server.url, login) },
      { path: `/households/${inside.id}`, language },
    );
    await expect(clerk.getByRole('main').getByText(to).first()).toBeVisible();
  });
}

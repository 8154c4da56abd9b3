import type { HouseholdsLocations, NeighborhoodStats } from '#plugins/stats/contract.ts';
import { Api } from './support/api.ts';
import { isolatedHousehold, mapShown, emptyPlaceOf, readCityMap } from './support/city-map.ts';
import { colorAt } from './support/map-points.ts';
import { startProduct } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('map shows the city and a neighbourhood with colours, numbers and links', async ({ open }) => {
  // The city as it is; other tests create neighbourhoods and households far away from it.
  const server = await startProduct();
  try {
    const api = new Api(server.url);
    const page = await open(server.url, 'superadmin', { path: '/stats/general' }, api);
    await mapShown(page);
    const { items } = await api.get<NeighborhoodStats>('stats/neighborhoods', 'superadmin');
    const [first] = items;
    if (!first) throw new Error('the demonstration has no neighbourhoods');
    // The defaults of the filters.
    await expect(page.getByText('Urganch shahar', { exact: true })).toBeVisible();
    await expect(page.getByText('Hammasi', { exact: true })).toBeVisible();

    const legend = page.getByRole('list').filter({ has: page.getByRole('checkbox') });
    const counts = await legend.getByRole('listitem').allInnerTexts();
    const shown = counts.reduce((sum, text) => sum + Number(text.replace(/\D/g, '')), 0);
    await expect(page.locator('.km-status')).toContainText(String(shown));

    await test.step('a click on a household shows its card, beside it the neighbourhood', async () => {
      const map = await readCityMap(page);
      expect(map.markers).toHaveLength(shown);
      expect(map.polygons.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted());
      const kind = legend.getByRole('listitem').first();
      const household = await isolatedHousehold(page, map, (await kind.innerText()).replace(/[\d\s]+$/, ''));
      const { x, y } = household.at;
      const color = household.color.match(/\w\w/g)?.map((part) => Number.parseInt(part, 16));
      const place = page.getByRole('heading', { name: t('stats:selection.household', { id: household.id }) });
      await expect.poll(() => colorAt(page, household.at)).toEqual(color);
      await page.mouse.click(x, y);
      await expect(place).toBeVisible();
      await expect(page.getByRole('link', { name: t('stats:selection.open') })).toHaveAttribute(
        'href',
        `/households/${household.id}`,
      );

      const beside = await emptyPlaceOf(page, map);
      await page.mouse.click(beside.at.x, beside.at.y);
      await expect(page.getByRole('heading', { name: beside.title, level: 2 }).first()).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`selected=${beside.id}\\b`));
      await expect(place).toBeHidden();

      await kind.getByRole('checkbox').click();
      await expect(kind.getByRole('checkbox')).not.toBeChecked();
      await expect.poll(() => colorAt(page, household.at)).not.toEqual(color);
      await page.mouse.click(x, y);
      await expect(page).toHaveURL(new RegExp(`selected=${household.neighborhood}\\b`));
      await expect(place).toBeHidden();
      await kind.getByRole('checkbox').click();
      await expect.poll(() => colorAt(page, household.at)).toEqual(color);
    });

    const name = t('stats:neighborhood', { name: first.uz.name });
    await page.getByRole('row', { name }).click();
    await expect(page).toHaveURL(new RegExp(`selected=${first.id}`));
    // On the card beside the map and, since it is selected there too, on that of the map.
    await expect(page.getByRole('heading', { name })).toHaveCount(2);
    await expect(page.getByRole('link', { name: t('stats:selection.applications') })).toHaveAttribute(
      'href',
      `/applications/list?neighborhood=${first.id}`,
    );

    await page.getByRole('combobox', { name: t('stats:coloring.by') }).click();
    await page.getByRole('option', { name: t('stats:metrics.households') }).click();
    await expect(page).toHaveURL(/color=households/);
    const classes = page.getByRole('list', { name: t('stats:coloring.legend') }).getByRole('listitem');
    await expect(classes).toHaveCount(5);
    await expect(classes.last()).toContainText(
      String(Math.max(...items.map(({ households }) => households))),
    );

    await test.step('filters are in the address and work with a server without extensions', async () => {
      const households = async (query: string) =>
        (await api.get<HouseholdsLocations>(`stats/households-locations?${query}`, 'superadmin')).households;
      const one = `neighborhood=${first.id}`;
      const [household] = await households(one);
      if (!household) throw new Error('the demonstration has no households there');
      const both = `${one}&household_category=${household.household_category.id}`;
      const status = async (query: string) =>
        `${t('map:status.polygons')}: 1${t('map:status.markers')}: ${(await households(query)).length}`;
      const bar = page.locator('.km-status');

      await page.getByRole('combobox', { name: t('stats:filters.neighborhood'), exact: true }).click();
      await page.getByRole('option', { name }).click();
      await expect(page).toHaveURL(new RegExp(one));
      await expect(bar).toContainText(await status(one));
      await page.getByRole('combobox', { name: t('stats:general.category'), exact: true }).click();
      await page.getByRole('option', { name: household.household_category.uz.name }).click();
      await expect(page).toHaveURL(new RegExp(`household_category=${household.household_category.id}`));
      await expect(bar).toContainText(await status(both));

      await page.route(/households-locations/, (route) =>
        route.continue({ headers: { ...route.request().headers(), accept: 'application/json' } }),
      );
      await page.reload();
      await mapShown(page);
      await expect(bar).toContainText(await status(both));
      const second = items.find(({ id }) => id !== first.id);
      if (!second) throw new Error('the demonstration has one neighbourhood');
      await page.getByRole('combobox', { name: t('stats:filters.neighborhood'), exact: true }).click();
      await page.getByRole('option', { name: t('stats:neighborhood', { name: second.uz.name }) }).click();
      await expect(bar).toContainText(
        await status(`neighborhood=${second.id}&household_category=${household.household_category.id}`),
      );
      const list = page.getByRole('region', { name: t('map:list.title') });
      await page.getByRole('button', { name: t('map:toolbar.list'), exact: true }).click();
      await expect(list.getByRole('listitem')).toHaveText([
        t('stats:neighborhood', { name: second.uz.name }),
      ]);
      await page
        .getByRole('toolbar', { name: t('map:toolbar.label') })
        .getByRole('button', { name: t('map:toolbar.clear'), exact: true })
        .click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('map:confirm.yes_clear') })
        .click();
      await expect(bar).toContainText(`${t('map:status.polygons')}: 0${t('map:status.markers')}: 0`);
    });

    await test.step('three cards link to their lists', async () => {
      const link = (key: string) =>
        page.getByRole('main').getByRole('link', { name: t(`stats:places.${key}`), exact: true });
      await expect(link('neighborhoods')).toHaveAttribute('href', '/neighborhoods/list');
      await expect(link('households')).toHaveAttribute('href', '/households/list');
      await link('streets').click();
      await expect(page).toHaveURL(/\/streets/);
    });
    // Pending requests are not reported when their server stops.
    await page.goto('about:blank');
  } finally {
    await server.close();
  }
});

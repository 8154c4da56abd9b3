import type { Household } from '#plugins/households/contract.ts';
import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import { boxesAt, callerOf, householdsOf } from './support/border-city.ts';
import { inLanguage, makeRecord, saveButtonOf } from './support/records.ts';
import { makeAdmin, makeRole, tokenOf, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const { at, box } = boxesAt(42.9, 61.7);

for (const [language, translate] of inLanguage('uz')) {
  test(`the form of a household shows its neighbourhood and adjacent ones, live, in ${language}`, async ({
    open,
    api,
    server,
  }) => {
    const west = await makeRecord(api, 'neighborhoods', { coords: box(0, 0, 10, 10), color: '#0b7480' });
    const east = await makeRecord(api, 'neighborhoods', { coords: box(0, 10, 10, 20), color: '#c2410c' });
    const call = callerOf(server.url, await api.token('superadmin'));
    const household = await (await householdsOf(api, west.id, call))(at(5, 9));
    const role = await makeRole(api, { permissions: ['household_add'] });
    const clerk = await makeAdmin(api, { role_id: role.id, neighborhoods: [west.id] });
    const token = await tokenOf(server.url, clerk.login);
    const page = await open(server.url, { token }, { path: '/households/list', language });
    await page.addInitScript(() => {
      const drawn: string[] = [];
      Object.assign(window, { drawn });
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function note(text, ...place) {
        drawn.push(text);
        fillText.call(this, text, ...place);
      };
    });
    const drawn = () => page.evaluate(() => [...(window as unknown as { drawn: string[] }).drawn]);
    const mfy = (name: string) => translate('households:address.neighborhood', { name });
    await page.goto(`/households/${household.id}`);
    await untilLive(page);
    await expect(page.getByText(translate('households:form.pinSet'))).toBeVisible();
    // The clerk has no access to the eastern one, but sees its border and name.
    await expect.poll(drawn).toContain(mfy(east[language].name));
    await expect(page.getByText(translate('map:status.polygons'))).toBeVisible();

    const change = async (record: typeof west, more: object) => {
      const { uz, ru, color, coords } = await api.get<Neighborhood>(
        `neighborhoods/${record.id}`,
        'superadmin',
      );
      await api.write(
        'PUT',
        `neighborhoods/${record.id}`,
        { uz: { name: uz.name }, ru: { name: ru.name }, color, coords, ...more },
        'superadmin',
      );
    };
    const renamed = `${east[language].name} Q`;
    await change(east, { coords: box(0, 8, 10, 20), [language]: { name: renamed } });
    await change(west, { coords: box(0, 0, 10, 8) });
    await expect(page.getByText(translate('households:form.pinOutside'))).toBeVisible();
    await expect.poll(drawn).toContain(mfy(renamed));
  });
}

test('a household is placed without dragging, by typed coordinates', async ({ as, api, server }) => {
  const neighborhood = await makeRecord(api, 'neighborhoods', {
    coords: box(0, 30, 10, 40),
    color: '#0b7480',
  });
  const call = callerOf(server.url, await api.token('superadmin'));
  const household = await (await householdsOf(api, neighborhood.id, call))(at(5, 35));
  const page = await as('superadmin', { path: `/households/${household.id}` });
  const main = page.getByRole('main');
  await main.getByRole('button', { name: t('map:toolbar.list'), exact: true }).click();
  await main.locator('.km-line').last().click();
  await main.getByRole('button', { name: t('map:card.edit_coordinates'), exact: true }).click();
  const [lat, lng] = at(7, 33);
  for (const [axis, degrees] of [
    ['latitude_of', lat],
    ['longitude_of', lng],
  ] as const) {
    const field = main.getByRole('textbox', { name: t(`map:vertices.${axis}`, { number: 1 }) });
    await field.fill(String(degrees));
    await field.press('Enter');
  }
  await saveButtonOf(main, 'update').click();
  await expect
    .poll(async () => (await api.get<Household>(`households/${household.id}`, 'superadmin')).coords)
    .toEqual([lat, lng]);
});

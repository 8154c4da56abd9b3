import { makeJshshir } from '#kernel/domain/text/index.ts';
import type { Household } from '#plugins/households/contract.ts';
import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import { inLanguage, makeRecord } from './support/records.ts';
import { makeAdmin, makeRole, tokenOf, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const [lat, lng] = [42.9, 61.7];
const at = (y: number, x: number): [number, number] => [
  Math.round((lat + y / 1000) * 1e6) / 1e6,
  Math.round((lng + x / 1000) * 1e6) / 1e6,
];
const box = (south: number, west: number, north: number, east: number) => [
  at(south, west),
  at(south, east),
  at(north, east),
  at(north, west),
];

for (const [language, say] of inLanguage('uz')) {
  test(`the form of a household shows its neighbourhood and those beside it, live, in ${language}`, async ({
    open,
    api,
    server,
  }) => {
    const west = await makeRecord(api, 'neighborhoods', { coords: box(0, 0, 10, 10), color: '#0b7480' });
    const east = await makeRecord(api, 'neighborhoods', { coords: box(0, 10, 10, 20), color: '#c2410c' });
    const street = await makeRecord(api, 'streets', { neighborhood_id: west.id });
    const categories = await api.get<{ id: number }[]>('household-categories?pagination=false', 'registrar');
    const home = await api.write<Household>(
      'POST',
      'households',
      {
        neighborhood_id: west.id,
        street_id: street.id,
        household_category_id: categories[0]?.id,
        house_type: 'apartment',
        house_number: 3,
        citizens: [
          {
            full_name: 'Sinovchi Fuqaro',
            personal_number: makeJshshir({ birthday: '1991-06-18', sex: 'male', serial: 77 }),
          },
        ],
        coords: at(5, 9),
      },
      'superadmin',
    );
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
    const mfy = (name: string) => say('households:address.neighborhood', { name });
    await page.goto(`/households/${home.id}`);
    await untilLive(page);
    await expect(page.getByText(say('households:form.pinSet'))).toBeVisible();
    // The clerk does not reach the eastern one, and sees where it begins and how it is called.
    await expect.poll(drawn).toContain(mfy(east[language].name));
    await expect(page.getByText(say('map:status.polygons'))).toBeVisible();

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
    await expect(page.getByText(say('households:form.pinOutside'))).toBeVisible();
    await expect.poll(drawn).toContain(mfy(renamed));
  });
}

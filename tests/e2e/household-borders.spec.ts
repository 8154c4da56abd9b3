import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import { boxesAt, callerOf, homesOf } from './support/border-city.ts';
import { inLanguage, makeRecord } from './support/records.ts';
import { makeAdmin, makeRole, tokenOf, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const { at, box } = boxesAt(42.9, 61.7);

for (const [language, say] of inLanguage('uz')) {
  test(`the form of a household shows its neighbourhood and those beside it, live, in ${language}`, async ({
    open,
    api,
    server,
  }) => {
    const west = await makeRecord(api, 'neighborhoods', { coords: box(0, 0, 10, 10), color: '#0b7480' });
    const east = await makeRecord(api, 'neighborhoods', { coords: box(0, 10, 10, 20), color: '#c2410c' });
    const call = callerOf(server.url, await api.token('superadmin'));
    const home = await (await homesOf(api, west.id, call))(at(5, 9));
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

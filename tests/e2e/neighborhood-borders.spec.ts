import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import { expectToast } from './support/applications.ts';
import { inLanguage, makeRecord, saveButtonOf } from './support/records.ts';
import { expect, test } from './support/test.ts';

for (const [language, say] of inLanguage('ru')) {
  test(`a neighbourhood snaps to the one beside it in its form, in ${language}`, async ({ as, api }) => {
    const south = language === 'uz' ? 41.9 : 41.95;
    const box = (west: number, east: number): [number, number][] => [
      [south, west],
      [south, east],
      [south + 0.01, east],
      [south + 0.01, west],
    ];
    // Twenty metres lie between them.
    const beside = await makeRecord(api, 'neighborhoods', { coords: box(61.5, 61.51), color: '#0b7480' });
    const made = await makeRecord(api, 'neighborhoods', { coords: box(61.5103, 61.52), color: '#c2410c' });
    const page = await as('superadmin', { path: `/neighborhoods/${made.id}`, language });
    const main = page.getByRole('main');
    const map = main.getByRole('application', { name: say('map:label') });
    await main.getByRole('button', { name: say('map:toolbar.list') }).click();
    await main.getByRole('button', { name: say('map:list.select', { title: made[language].name }) }).click();
    await main.getByRole('button', { name: say('map:toolbar.edit') }).click();
    await map.focus();
    await map.press('Tab');
    // The neighbours come after the map.
    await expect(async () => {
      await map.press('n');
      await expect(main.getByRole('button', { name: say('map:toolbar.undo') })).toBeEnabled({
        timeout: 500,
      });
    }).toPass({ timeout: 60_000 });
    await saveButtonOf(main, 'update', say).click();
    await expectToast(page, say('neighborhoods:updated'));
    const { coords } = await api.get<Neighborhood>(`neighborhoods/${made.id}`, 'superadmin');
    expect(coords).toContainEqual((beside as unknown as Neighborhood).coords[1]);
  });
}

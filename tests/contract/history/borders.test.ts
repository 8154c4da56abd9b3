import { expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/contract/index.ts';
import type { HistoryPage, HistoryPreview, Restored } from '#kernel/records/contract/index.ts';
import {
  agreed,
  bordersOf,
  box,
  jshshir,
  movedWest,
  placeAt,
  saveBy,
  usePlanWorld,
} from '../border-plan/city.ts';

const world = usePlanWorld();

async function historyOf(path: string): Promise<HistoryPage> {
  const { status, body } = await world.current.chief.get<HistoryPage>(`${path}/history`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

test('a border that moves is in the history of both neighbourhoods, of the households that move, and of their new street', async () => {
  const { chief, city, west, east, street } = world.current;
  const household = await city.household(west, street, placeAt(5, 9), jshshir);
  const planned = await movedWest(world.current);
  expect((await saveBy(chief, planned, await agreed(chief, planned))).status).toBe(200);
  for (const [id, before, after] of [
    [east, box(0, 10, 10, 20), box(0, 8, 10, 20)],
    [west, box(0, 0, 10, 10), box(0, 0, 10, 8)],
  ] as const) {
    expect((await historyOf(`neighborhoods/${id}`)).items[0]).toMatchObject({
      author: { id: expect.any(Number) },
      fields: [
        { name: 'coords', label: 'Mahalla chegarasi', from: { rings: [before] }, to: { rings: [after] } },
      ],
    });
  }
  const [moved] = (await historyOf(`households/${household}`)).items;
  expect(moved?.fields.map(({ name }) => name)).toEqual(['neighborhood_id', 'street_id']);
  const { body: streets } =
    await chief.get<{ id: number; neighborhood_id: number }[]>('streets?pagination=false');
  const counterpart = streets.find(({ neighborhood_id }) => neighborhood_id === east);
  const keeper = await world.current.server.signIn({ permissions: ['street_add'], neighborhoodIds: [east] });
  expect((await keeper.get<HistoryPage>(`streets/${counterpart?.id}/history`)).body.items).toMatchObject([
    { change: 'created', author: { id: expect.any(Number) } },
  ]);
});

test('a border that is restored brings its households back', async () => {
  const { chief, city, west, east, street } = world.current;
  const household = await city.household(west, street, placeAt(5, 9), jshshir);
  const planned = await movedWest(world.current);
  expect((await saveBy(chief, planned, await agreed(chief, planned))).status).toBe(200);
  expect((await city.placesOf('households')).get(household)).toBe(east);
  for (const id of [east, west]) {
    const [newest] = (await historyOf(`neighborhoods/${id}`)).items;
    const { body: preview } = await chief.get<HistoryPreview>(`neighborhoods/${id}/history/${newest?.id}`);
    // The eastern border releases the household, and the western one receives it: the preview of a restore
    // says so.
    const received =
      id === east ? /^Xonadonlar: .+ → hech bir mahallada emas: 1 ta/ : /^Xonadonlar: .+ → .+ MFY: 1 ta$/;
    expect(preview.notes).toEqual([expect.stringMatching(received)]);
    const restored = await chief.post<Restored & ErrorBody>(
      `neighborhoods/${id}/history/${newest?.id}/restore`,
    );
    expect(restored.status, JSON.stringify(restored.body)).toBe(200);
  }
  const borders = await bordersOf(chief);
  expect([borders.get(west)?.coords, borders.get(east)?.coords]).toEqual([
    box(0, 0, 10, 10),
    box(0, 10, 10, 20),
  ]);
  expect((await city.placesOf('households')).get(household)).toBe(west);
});

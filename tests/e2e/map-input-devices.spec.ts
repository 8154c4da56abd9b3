import type { MapPage } from './map/page.tsx';
import { center, expect, test, type LatLng, type MapDriver } from './support/map.ts';
import { Finger, Keys, Mouse, type InputDevice } from './support/map-input-devices.ts';

declare function host(): MapPage;

const [lat, lng] = center;
const at = (north: number, east: number): LatLng => [lat + north / 1000, lng + east / 1000];
const area = (id: number, title: string, coords: readonly LatLng[]) => ({
  id,
  title,
  color: '#1d5fd1',
  coords,
});

/** Five metres off the straight line: simplifying leaves it out. */
const bent = at(2.5, 0.05);
/** Two adjacent areas with a border of four corners, and a separate one. */
const left = area(1, 'Chap', [at(-5, -10), at(-5, 0), at(0, 0), bent, at(5, 0), at(5, -10)]);
const right = area(2, 'Oʻng', [at(-5, 0), at(-5, 10), at(5, 10), at(5, 0), bent, at(0, 0)]);
const apart = area(3, 'Yiroq', [at(-3, 14), at(-3, 20), at(0, 20.5), at(3, 20), at(3, 14)]);
const value = { polygons: [left, right, apart], markers: [] } as never;
const inLeft = at(2, -5);
const inApart = at(0, 17);

type Shapes = Awaited<ReturnType<MapDriver['value']>>['polygons'];

/** The corners of an area, in thousandths of a degree from the centre. */
const cornersOf = (shapes: Shapes, index: number) =>
  (shapes[index]?.coords ?? []).map(([y = 0, x = 0]) => [
    Math.round((y - lat) * 1e5) / 100,
    Math.round((x - lng) * 1e5) / 100,
  ]);
const ringsOf = (shapes: Shapes) =>
  (shapes[0] as { geometry?: { coordinates: unknown[][] } } | undefined)?.geometry?.coordinates.map(
    ({ length }) => length,
  );

interface Work {
  readonly name: string;
  readonly act: (device: InputDevice) => Promise<void>;
  /** The key of the final announcement. */
  readonly announced: string;
  readonly expected: (after: Shapes) => void;
}

const ring = async (device: InputDevice, places: readonly LatLng[]) => {
  for (const place of places) await device.point(place);
  await device.finish();
};
const draw = (key: string, places: readonly LatLng[]) => async (device: InputDevice) => {
  await device.select(inLeft);
  await device.choose('borders', key);
  await ring(device, places);
};
const form = (key: string) => async (device: InputDevice) => {
  await device.choose('forms', key);
  await device.point(at(-9, 0));
  await device.point(at(-7.5, 4));
};
const transform = (key: string) => async (device: InputDevice) => {
  await device.select(inApart);
  await device.choose('forms', key);
  await device.dragArea(at(1, 18), at(1.5, 19));
};

/** Every tool, its effect on the areas, and the announcement. */
const works: readonly Work[] = [
  {
    name: 'split',
    act: draw('split', [at(-3, -12), at(-3, 3)]),
    announced: 'divided',
    expected: (after) => expect(after).toHaveLength(4),
  },
  {
    name: 'merge',
    async act(device) {
      await device.select(inLeft);
      await device.choose('borders', 'merge');
      await device.point(at(-2, 5));
    },
    announced: 'merged',
    expected: (after) => expect(after).toHaveLength(2),
  },
  {
    name: 'cut out',
    act: draw('cut', [at(3, -12), at(3, -8), at(7, -8), at(7, -12)]),
    announced: 'reshaped',
    expected: (after) => expect(cornersOf(after, 0)).toHaveLength(8),
  },
  {
    name: 'hole',
    act: draw('hole', [at(-3, -8), at(-3, -5), at(-1, -5), at(-1, -8)]),
    announced: 'reshaped',
    expected: (after) => expect(ringsOf(after)).toEqual([2]),
  },
  {
    name: 'part',
    act: draw('part', [at(-7, -8), at(-7, -5), at(-9, -5), at(-9, -8)]),
    announced: 'reshaped',
    expected: (after) => expect(ringsOf(after)).toEqual([1, 1]),
  },
  {
    name: 'simplify',
    async act(device) {
      await device.select(inLeft);
      await device.choose('borders', 'simplify');
      await device.slideToEnd();
      await device.press(device.button('borders.simplify_apply').last());
    },
    announced: 'simplified',
    expected(after) {
      expect(cornersOf(after, 0)).toHaveLength(4);
      expect(cornersOf(after, 1)).toHaveLength(4);
    },
  },
  {
    name: 'trace',
    async act(device) {
      await device.press(device.button('toolbar.draw_polygon'));
      await device.corner(at(-3, 20));
      await device.toggleTracing();
      await expect(device.button('borders.trace')).toHaveAttribute('aria-pressed', 'true');
      await device.corner(at(3, 20));
      await device.toggleTracing();
      await device.point(at(0, 24));
      await device.finish();
    },
    announced: 'polygon_added',
    expected: (after) =>
      expect(cornersOf(after, 3).slice(0, 3)).toEqual([
        [-3, 20],
        [0, 20.5],
        [3, 20],
      ]),
  },
  {
    name: 'snapping',
    async act(device) {
      await device.select(inApart);
      await device.edit();
      await device.dragCorner(1, at(-3, 14), at(-3, 10.3), true);
    },
    announced: 'vertex_moved',
    expected: (after) => expect(cornersOf(after, 2)[0]?.[1]).toBe(10),
  },
  {
    name: 'shared border',
    async act(device) {
      await device.select(inLeft);
      await device.edit();
      await device.dragCorner(3, at(0, 0), at(0, 2.5), false);
    },
    announced: 'vertex_moved',
    expected(after) {
      const moved = cornersOf(after, 0)[2];
      expect(moved?.[1]).toBeGreaterThan(0.5);
      expect(cornersOf(after, 1)).toContainEqual(moved);
    },
  },
  {
    name: 'typed coordinates',
    async act(device) {
      await device.choose('forms', 'rectangle');
      for (const place of [at(-9, -4), at(-7, 4)]) {
        await device.typed.fill(place.join(', '));
        await device.submitTyped();
      }
    },
    announced: 'polygon_added',
    expected: (after) => expect(cornersOf(after, 3)[0]).toEqual([-9, -4]),
  },
  ...['circle', 'ellipse'].map((name) => ({
    name,
    act: form(name),
    announced: 'polygon_added',
    expected: (after: Shapes) => expect(cornersOf(after, 3)).toHaveLength(64),
  })),
  {
    name: 'rectangle',
    act: form('rectangle'),
    announced: 'polygon_added',
    expected: (after) => expect(cornersOf(after, 3)).toHaveLength(4),
  },
  ...['move', 'rotate', 'scale'].map((name) => ({
    name,
    act: transform(name),
    announced: 'reshaped',
    expected: (after: Shapes) => expect(cornersOf(after, 2)).not.toEqual(cornersOf([apart] as never, 0)),
  })),
];

/** Matches an announcement with any inserted values. */
function announcement({ translate }: InputDevice, key: string): RegExp {
  const [mark, escaped] = ['§', /[.*+?^${}()|[\]\\]/g];
  const names = ['title', 'count', 'number', 'place'];
  const text = translate(
    `map:announce.${key}`,
    Object.fromEntries(names.map((name) => [name, mark])) as never,
  );
  return new RegExp(`^${text.replaceAll(escaped, String.raw`\$&`).replaceAll(mark, '.*')}$`);
}

async function doAll(map: MapDriver, device: InputDevice, lang: 'uz' | 'ru'): Promise<void> {
  await map.page.evaluate((settings) => host().mount(settings), {
    mode: 'edit',
    value,
    tiles: [],
    multipart: true,
    fit: false,
    height: 660,
    lang,
  } as never);
  await expect(device.button('toolbar.undo')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => map.count('ready')).toBe(1);
  const announced = map.page.locator('[aria-live="polite"]');
  const before = (await map.value()).polygons;
  for (const { name, act, announced: key, expected } of works) {
    await test.step(name, async () => {
      await act(device);
      await expect(announced).toHaveText(announcement(device, key));
      expected((await map.value()).polygons);
      if (await device.button('draw.done').isVisible()) await device.done();
      await device.undo();
      expect((await map.value()).polygons).toEqual(before);
    });
  }
  await test.step('measures a distance', async () => {
    await device.choose('borders', 'measure');
    await device.point(at(8, -8));
    await device.point(at(8, 4));
    await expect(announced).toHaveText(announcement(device, 'point_added'));
    await expect(map.page.locator('.km-measure')).toContainText(/1[\s.,]0|99\d|1[.,]0/);
    await device.done();
    expect((await map.value()).polygons).toEqual(before);
  });
}

test.describe('every tool', () => {
  test.use({ viewport: { width: 1200, height: 720 } });

  for (const lang of ['uz', 'ru'] as const) {
    test(`works with a mouse, in ${lang}`, async ({ map }) => {
      test.slow();
      await doAll(map, new Mouse(map, lang), lang);
    });

    test(`works with keys alone, in ${lang}`, async ({ map }) => {
      test.slow();
      await doAll(map, new Keys(map, lang), lang);
    });
  }

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 1200, height: 720 } });

    for (const lang of ['uz', 'ru'] as const) {
      test(`works with a finger, in ${lang}`, async ({ map }) => {
        test.slow();
        await doAll(map, new Finger(map, lang), lang);
      });
    }
  });
});

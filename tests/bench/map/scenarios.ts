import type { Page } from '@playwright/test';
import { handle, hexagons, pixelsApart, placeAt, target, type Ring } from './data.ts';
import type { EditorPage } from './editors/editor.ts';
import type { Pointer } from './pointer.ts';

/** Something that is done with every editor alike. */
export interface Scenario {
  readonly name: string;
  /** What is on the map before. */
  readonly rings: () => readonly Ring[];
  /** Whether the corners of the first polygon are in the hand. */
  readonly edited: boolean;
  readonly act: (page: Page, pointer: Pointer) => Promise<void>;
  /** How many pictures there should be; null where they do not count. */
  readonly pictures: number | null;
}

const among1000 = () => [target(6), ...hexagons(999)];

/** The rows of the table. */
export const scenarios: readonly Scenario[] = [
  drag('vertex drag among 1,000 polygons', among1000),
  drag('vertex drag, polygon of 1,000', () => [target(1000)]),
  drag('vertex drag, polygon of 5,000', () => [target(5000)]),
  pan('pan over 100 polygons', () => hexagons(100)),
  pan('pan over 1,000 polygons', () => hexagons(1000)),
  {
    name: 'load 5,000 polygons',
    rings: () => [],
    edited: false,
    pictures: null,
    act: (page) =>
      page.evaluate(
        (rings) => (window as unknown as EditorPage).editor.load(rings),
        hexagons(5000) as Ring[],
      ),
  },
];

function drag(name: string, rings: () => readonly Ring[]): Scenario {
  return {
    name,
    rings,
    edited: true,
    pictures: 60,
    async act(page, pointer) {
      const gone = await pointer.dragCorner();
      const wanted = placeAt(handle.x + gone.x, handle.y + gone.y);
      const off = async () => {
        const corner = await page.evaluate(() => (window as unknown as EditorPage).editor.corner());
        return pixelsApart(corner, wanted);
      };
      // Some take the end of a drag in a while after it.
      for (const until = Date.now() + 20_000; (await off()) > 3 && Date.now() < until;)
        await page.waitForTimeout(100);
      // A drag that did nothing would be the quickest of all.
      const left = await off();
      if (!(left <= 3)) throw new Error(`the corner lies ${left.toFixed(1)} pixels from the pointer`);
    },
  };
}

function pan(name: string, rings: () => readonly Ring[]): Scenario {
  return {
    name,
    rings,
    edited: false,
    pictures: null,
    async act(page, pointer) {
      const before = await page.evaluate(() => (window as unknown as EditorPage).editor.middle());
      const gone = await pointer.pan();
      const now = await page.evaluate(() => (window as unknown as EditorPage).editor.middle());
      const moved = pixelsApart(before, now);
      const wanted = Math.hypot(gone.x, gone.y);
      if (Math.abs(moved - wanted) > 12)
        throw new Error(`${name}: the map went ${moved.toFixed()} of ${wanted.toFixed()} pixels`);
    },
  };
}

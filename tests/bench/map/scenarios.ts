import type { Page } from '@playwright/test';
import { cityText } from '../../support/map/boundaries.ts';
import { handle, hexagons, pixelsApart, placeAt, sharedPair, target, type Ring } from './editors/data.ts';
import type { EditorPage } from './editors/editor.ts';
import type { Pointer } from './pointer.ts';

/** A scenario that is run with every editor. */
export interface Scenario {
  /** The row's name on the command line. */
  readonly part: string;
  readonly name: string;
  /** The initial content of the map. */
  readonly rings: () => readonly Ring[];
  /** Whether the first polygon's corners are editable. */
  readonly edited: boolean;
  readonly act: (page: Page, pointer: Pointer) => Promise<void>;
  /** The expected number of frames; null if it does not matter. */
  readonly pictures: number | null;
  /** Uncounted preparation. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The maximum CPU time of our main thread. */
  readonly cpuGoalMs?: number;
  /**
   * The maximum of our 95th percentile between two frames, as a share of the best other editor's: 50 ms where
   * that needs 108, so that a slower machine gives the same verdict.
   */
  readonly gapGoal?: number;
  /** The maximum time that the page may block; such a row has only our editor. */
  readonly longestTaskGoalMs?: number;
}

/** The size of the imported text, in bytes. */
const importSize = 20_000_000;

/** A corner dropped beside a border may snap to it: the maximum distance from the pointer, in pixels. */
const snapDistance = 12;

const among1000 = () => [target(6), ...hexagons(999)];
const sharedAmong1000 = () => [...sharedPair(8), ...hexagons(998)];

/** The rows of the table. */
export const scenarios: readonly Scenario[] = [
  drag('drag-among-1000', 'vertex drag among 1,000 polygons', among1000, snapDistance),
  drag('drag-1000', 'vertex drag, polygon of 1,000', () => [target(1000)]),
  drag('drag-5000', 'vertex drag, polygon of 5,000', () => [target(5000)]),
  drag('shared-1000', 'vertex drag, border of two among 1,000', sharedAmong1000, snapDistance),
  drag('shared-5000', 'vertex drag, border of two polygons of 5,000', () => sharedPair(5000)),
  pan('pan-100', 'pan over 100 polygons', () => hexagons(100)),
  pan('pan-1000', 'pan over 1,000 polygons', () => hexagons(1000)),
  {
    part: 'load-5000',
    name: 'load 5,000 polygons',
    cpuGoalMs: 300,
    rings: () => [],
    edited: false,
    pictures: null,
    // Sent through the test protocol, the polygons would cost more than some of the editors.
    prepare: (page) =>
      page.evaluate((rings) => void Object.assign(window, { rings }), hexagons(5000) as Ring[]),
    act: (page) =>
      page.evaluate(() => {
        const { editor, rings } = window as unknown as EditorPage & { rings: Ring[] };
        return editor.load(rings);
      }),
  },
  {
    part: 'import',
    name: `import ${importSize / 1e6} MB of GeoJSON`,
    rings: () => [],
    edited: false,
    pictures: null,
    longestTaskGoalMs: 100,
    prepare: (page) => page.evaluate((text) => void Object.assign(window, { text }), cityText(importSize)),
    async act(page) {
      const expected = importFeatures();
      const taken = await page.evaluate(() =>
        (window as unknown as EditorPage).editor.take?.((window as unknown as { text: string }).text),
      );
      if (taken !== expected) throw new Error(`${taken} of ${expected} polygons were taken`);
    },
  },
];

function importFeatures(): number {
  return (JSON.parse(cityText(importSize)) as { features: unknown[] }).features.length;
}

function drag(part: string, name: string, rings: () => readonly Ring[], tolerance = 3): Scenario {
  return {
    part,
    name,
    rings,
    edited: true,
    pictures: 60,
    gapGoal: 50 / 108,
    async act(page, pointer) {
      const gone = await pointer.dragCorner();
      const expected = placeAt(handle.x + gone.x, handle.y + gone.y);
      const off = async () => {
        const corner = await page.evaluate(() => (window as unknown as EditorPage).editor.corner());
        return pixelsApart(corner, expected);
      };
      // Some editors process the end of a drag with a delay.
      for (const until = Date.now() + 20_000; (await off()) > tolerance && Date.now() < until;)
        await page.waitForTimeout(100);
      // A drag without effect would be the fastest of all.
      const left = await off();
      if (!(left <= tolerance)) throw new Error(`the corner lies ${left.toFixed(1)} pixels from the pointer`);
      if (!part.startsWith('shared')) return;
      const apart = await page.evaluate(() => {
        const { editor } = window as unknown as EditorPage;
        return { own: editor.corner(), neighbor: editor.neighborCorner?.() ?? editor.corner() };
      });
      if (pixelsApart(apart.own, apart.neighbor) > 0.01) throw new Error('the neighbour did not move along');
    },
  };
}

function pan(part: string, name: string, rings: () => readonly Ring[]): Scenario {
  return {
    part,
    name,
    rings,
    edited: false,
    pictures: null,
    async act(page, pointer) {
      const before = await page.evaluate(() => (window as unknown as EditorPage).editor.middle());
      const gone = await pointer.pan();
      const now = await page.evaluate(() => (window as unknown as EditorPage).editor.middle());
      const moved = pixelsApart(before, now);
      const expected = Math.hypot(gone.x, gone.y);
      if (Math.abs(moved - expected) > 12)
        throw new Error(`${name}: the map went ${moved.toFixed()} of ${expected.toFixed()} pixels`);
    },
  };
}

import { test as base, expect, type Page } from '@playwright/test';
import type { MapPage, Settings } from '../map/page.tsx';
import { colorAt, pointOf, type LatLng, type Point } from './map-points.ts';
import { startMapSite, type Site } from './site.ts';
import { t } from './texts.ts';

/** The centre of the maps of the tests. */
export const center: LatLng = [41.5585558, 60.6208756];
const zoom = 13;

/** A square polygon around the centre, in screen steps. */
export const square = {
  id: 1,
  title: 'Mustaqillik MFY',
  color: '#1d5fd1',
  coords: [
    [41.5535558, 60.6158756],
    [41.5535558, 60.6258756],
    [41.5635558, 60.6258756],
    [41.5635558, 60.6158756],
  ],
} as const;

/** A marker to the right of the square. */
export const pin = {
  id: 5,
  title: 'Xonadon 12',
  color: '#d64550',
  coords: [41.5585558, 60.6328756],
} as const;

/** A map in a browser, with its actions. */
export class MapDriver {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Mounts a map centred at `center`, and waits for its first frame. */
  async mount(settings: Settings = {}, count = 1): Promise<void> {
    const before = await this.count('ready');
    await this.page.evaluate(([given, many]) => host().mount(given, many), [
      { fit: false, ...settings },
      count,
    ] as const);
    await expect.poll(() => this.count('ready'), { timeout: 60_000 }).toBeGreaterThanOrEqual(before + count);
    if (settings.mode === 'edit' && settings.toolbar !== 'none') {
      await expect(this.button('toolbar.undo').first()).toBeVisible();
    }
  }

  /** How often an event was emitted. */
  async count(name: string): Promise<number> {
    return this.page.evaluate((event) => host().received.filter(([one]) => one === event).length, name);
  }

  /** The last event of a type. */
  async last<T>(name: string): Promise<T | undefined> {
    return this.page.evaluate(
      (event) => host().received.findLast(([one]) => one === event)?.[1],
      name,
    ) as Promise<T>;
  }

  /** The value of the map. */
  async value(): Promise<{ polygons: Drawn<number[][]>[]; markers: Drawn<number[]>[] }> {
    const value = await this.page.evaluate(() => host().handle?.value);
    if (!value) throw new Error('there is no map');
    return value as unknown as { polygons: Drawn<number[][]>[]; markers: Drawn<number[]>[] };
  }

  /** A button by the key of its text. */
  button(key: string, values: Record<string, string | number> = {}) {
    return this.page.getByRole('button', { name: t(`map:${key}`, values), exact: true });
  }

  get stage() {
    // Only by role, since tests run in either language.
    return this.page.getByRole('application').first();
  }

  /** The screen position of coordinates. */
  async at(place: LatLng): Promise<Point> {
    const box = await this.stage.boundingBox();
    if (!box) throw new Error('the map has no box');
    return pointOf(box, { mapCenter: center, mapZoom: zoom }, place);
  }

  /** The colour at a screen position: red, green, blue. */
  async colorAt(point: Point): Promise<number[]> {
    return colorAt(this.page, point);
  }

  async click(place: readonly [number, number], options: { modifiers?: 'Alt'[] } = {}): Promise<void> {
    const { x, y } = await this.at(place);
    if (options.modifiers) await this.page.keyboard.down('Alt');
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.up();
    if (options.modifiers) await this.page.keyboard.up('Alt');
  }

  async drag(from: readonly [number, number], to: readonly [number, number], steps = 8): Promise<void> {
    const [start, end] = [await this.at(from), await this.at(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      await this.page.mouse.move(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share);
    }
    await this.page.mouse.up();
  }
}

/** A shape of `value`. */
export interface Drawn<Coords> {
  readonly id: string | number;
  readonly title: string;
  readonly color: string;
  readonly coords: Coords;
}

/** Runs in the browser. */
declare function host(): MapPage;

interface Fixtures {
  readonly map: MapDriver;
}

/**
 * A test with a page that mounts the real component, under StrictMode and a strict policy; fails on uncaught errors.
 */
export const test = base.extend<Fixtures, { readonly site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startMapSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  map: async ({ page, site }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy/.test(message.text()))
        errors.push(message.text());
    });
    await page.addInitScript(() => {
      Object.assign(window, { host: () => (window as unknown as { page: MapPage }).page });
      const counted = window as unknown as { pixelsRead: number };
      counted.pixelsRead = 0;
      const { readPixels } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.readPixels = function count(...given: unknown[]) {
        counted.pixelsRead += 1;
        Reflect.apply(readPixels, this, given);
      };
    });
    await page.goto(site.url);
    await page.waitForFunction(() => 'page' in window);
    await use(new MapDriver(page));
    expect(errors).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as { pixelsRead: number }).pixelsRead)).toBe(0);
  },
});

/** How far the drawn frame is moved, in pixels to the right and down. */
export function shiftOf({ page }: MapDriver): Promise<[x: number, y: number]> {
  return page.locator('.km-canvas').evaluate((frame) => {
    const { e, f } = new DOMMatrix(getComputedStyle(frame).transform);
    return [e, f];
  });
}

export { expect, type LatLng };

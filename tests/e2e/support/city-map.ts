import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { isInside } from '#kernel/domain/geo/index.ts';
import { pointOf, type LatLng, type MapView, type Point } from './map-points.ts';
import { t } from './texts.ts';

interface Shape<Coords> {
  readonly id: number;
  readonly title: string;
  readonly color: string;
  readonly coords: Coords;
}

/** The shapes of the page's map, as it exports them, and their positions on the screen. */
export interface CityMap extends MapView {
  readonly polygons: readonly Shape<readonly LatLng[]>[];
  readonly markers: readonly (Shape<LatLng> & { readonly at: Point })[];
  pointOf(place: LatLng): Point;
}

/** Waits until the map of the city is drawn. */
export async function mapShown(page: Page): Promise<void> {
  await page.locator('.km-stage[data-phase="ready"]').waitFor();
  await page.locator('[data-ready]').waitFor();
}

/** Within this distance in pixels, the pointer could hit either. */
const apart = 22;

/** Shows the whole city, and reads its shapes. */
export async function readCityMap(page: Page): Promise<CityMap> {
  await page.getByRole('button', { name: t('map:toolbar.fit'), exact: true }).click();
  const taking = page.waitForEvent('download');
  await page.getByRole('button', { name: t('map:toolbar.export'), exact: true }).click();
  const exported = JSON.parse(await readFile(await (await taking).path(), 'utf8')) as CityMap;
  const box = await page.locator('.km-stage').boundingBox();
  if (!box) throw new Error('the map has no box');
  const on = (place: LatLng) => pointOf(box, exported, place);
  return {
    ...exported,
    pointOf: on,
    markers: exported.markers.map((marker) => ({ ...marker, at: on(marker.coords) })),
  };
}

/** A household of a category, apart from others, and its neighbourhood. */
export async function isolatedHousehold(page: Page, map: CityMap, category: string) {
  for (const marker of map.markers) {
    if (marker.title !== category || !isFree(map, marker.at, 1) || !(await isOpen(page, marker.at))) continue;
    const area = areaAt(map, marker.coords);
    if (area) return { ...marker, neighborhood: area.id };
  }
  throw new Error(`no household of ${category} stands alone`);
}

/** A place in a neighbourhood without a household nearby. */
export async function emptyPlaceOf(page: Page, map: CityMap) {
  for (const area of map.polygons) {
    for (const share of [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]) {
      for (const corner of area.coords) {
        const place = between(middleOf(area.coords), corner, share);
        const at = map.pointOf(place);
        if (areaAt(map, place) === area && isFree(map, at, 0) && (await isOpen(page, at)))
          return { id: area.id, title: area.title, at };
      }
    }
  }
  throw new Error('there are households everywhere');
}

function areaAt({ polygons }: CityMap, [lat, lng]: LatLng) {
  return polygons.find(({ coords }) =>
    isInside(
      coords.map(([north, east]): [number, number] => [north, east]),
      [lat, lng],
    ),
  );
}

/** Whether at most this many households are nearby. */
function isFree({ markers }: CityMap, { x, y }: Point, max: number): boolean {
  return markers.filter(({ at }) => Math.hypot(at.x - x, at.y - y) < apart).length <= max;
}

/** Whether nothing covers the map at a position. */
function isOpen(page: Page, at: Point): Promise<boolean> {
  return page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.matches('.km-stage *') === true, at);
}

function middleOf(coords: readonly LatLng[]): LatLng {
  const mean = (part: 0 | 1) => coords.reduce((sum, place) => sum + place[part], 0) / coords.length;
  return [mean(0), mean(1)];
}

function between(one: LatLng, other: LatLng, share: number): LatLng {
  return [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];
}

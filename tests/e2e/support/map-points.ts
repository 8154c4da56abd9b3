import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

/** Coordinates: latitude, longitude. */
export type LatLng = readonly [lat: number, lng: number];

/** A position on the screen, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The view of a map, as in its export. */
export interface MapView {
  readonly mapCenter: LatLng;
  readonly mapZoom: number;
}

/** The screen position of coordinates; `box` is that of the map. */
export function pointOf(
  box: Point & { readonly width: number; readonly height: number },
  { mapCenter, mapZoom }: MapView,
  [lat, lng]: LatLng,
): Point {
  const scale = 512 * 2 ** mapZoom;
  return {
    x: box.x + box.width / 2 + ((lng - mapCenter[1]) / 360) * scale,
    y: box.y + box.height / 2 - (north(lat) - north(mapCenter[0])) * scale,
  };
}

function north(degrees: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) / (2 * Math.PI);
}

/** The colour at a screen position: red, green, blue. */
export async function colorAt(page: Page, { x, y }: Point): Promise<number[]> {
  const picture = await page.screenshot({
    clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 },
  });
  const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)];
}

/** The number of colours in a screenshot of a map, and its average brightness: 0 to 255. */
export async function measurePicture(map: Locator): Promise<{ colors: number; brightness: number }> {
  const { data, info } = await sharp(await map.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colors = new Set<number>();
  let sum = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    colors.add((red >> 3) * 1024 + (green >> 3) * 32 + (blue >> 3));
    sum += (red + green + blue) / 3;
  }
  return { colors: colors.size, brightness: sum / (data.length / info.channels) };
}

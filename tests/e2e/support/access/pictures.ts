import { expect, type Locator } from '@playwright/test';
import sharp from 'sharp';

interface Picture {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

/** A screenshot of a part, with a small margin. */
async function pictureOf(part: Locator): Promise<Picture> {
  await part.scrollIntoViewIfNeeded();
  const box = await part.boundingBox();
  if (!box) throw new Error('it is not shown');
  const [x, y] = [Math.max(0, box.x - 4), Math.max(0, box.y - 4)];
  const clip = { x, y, width: box.x + box.width + 4 - x, height: box.y + box.height + 4 - y };
  const page = part.page();
  const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  return sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** The number of clearly differing pixels in two images. */
function differing(one: Picture, other: Picture): number {
  let count = 0;
  const width = Math.min(one.info.width, other.info.width);
  const height = Math.min(one.info.height, other.info.height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (picture: Picture, channel: number) =>
        picture.data[(y * picture.info.width + x) * 3 + channel] ?? 0;
      if ([0, 1, 2].some((channel) => Math.abs(at(one, channel) - at(other, channel)) > 60)) count++;
    }
  }
  return count;
}

/** Expects that an action changes the appearance of a part, by more than a few pixels of its text. */
export async function expectSeen(
  part: Locator,
  what: string,
  act: () => Promise<unknown>,
  atLeast = 40,
): Promise<void> {
  const before = await pictureOf(part);
  await act();
  // Colours may change gradually.
  await expect
    .configure({ soft: true })
    .poll(async () => differing(before, await pictureOf(part)), { message: what, timeout: 5000 })
    .toBeGreaterThan(atLeast);
}

/** The number of colours of a part, ignoring a few pixels. */
export async function colorsOf(part: Locator): Promise<number> {
  const { data } = await pictureOf(part);
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += 3) {
    const color = [...data.subarray(at, at + 3)].map((value) => Math.round(value / 48)).join(' ');
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count > 8).length;
}

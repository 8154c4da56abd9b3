import type { Locator } from '@playwright/test';

interface Swipe {
  /** The distance of the finger, in px: to the right and down. */
  readonly by: readonly [x: number, y: number];
  /** How far it moves back before it is lifted. */
  readonly back?: readonly [x: number, y: number];
  /** Runs while the finger is still down. */
  readonly whileHeld?: () => Promise<unknown>;
}

const steps = 8;

/** Swipes over a row with one finger, with the events of a touch screen. */
export async function swipe(row: Locator, { by, back = [0, 0], whileHeld }: Swipe): Promise<void> {
  await row.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await row.boundingBox();
  if (!box) throw new Error('the row is not there');
  const client = await row.page().context().newCDPSession(row.page());
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly (readonly [number, number])[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y]) => ({ x, y })) });
  // Starts on the side that it comes from, so that it stays within the window.
  const start = [box.x + box.width / 2 - by[0] / 2, box.y + box.height / 3 - by[1] / 2] as const;
  const end = [start[0] + by[0], start[1] + by[1]] as const;
  const along = (from: readonly [number, number], way: readonly [number, number], step: number) =>
    [from[0] + (way[0] * step) / steps, from[1] + (way[1] * step) / steps] as const;
  await send('touchStart', [start]);
  for (let step = 1; step <= steps; step++) await send('touchMove', [along(start, by, step)]);
  await whileHeld?.();
  if (back[0] !== 0 || back[1] !== 0) {
    for (let step = 1; step <= steps; step++) await send('touchMove', [along(end, back, step)]);
  }
  await send('touchEnd', []);
  await client.detach();
}

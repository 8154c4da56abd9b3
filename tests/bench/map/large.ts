import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openBrowser } from './browser.ts';
import { MainThread } from './metrics.ts';
import type { Serving } from './serve.ts';
import { percentile } from './table.ts';
import { watchPictures, type WatchedPage } from './watch-places.ts';

const households = 100_000;
/** Milliseconds until the first frame is drawn, CPU milliseconds per frame, and transferred bytes. */
const goals = { drawn: 1500, frame: 4, bytes: 1_200_000 } as const;

/** One opening of a city's statistics. */
interface Measurement {
  /** The transferred bytes of the households. */
  readonly bytes: number;
  /** Milliseconds from the last byte to the first complete frame. */
  readonly first: number;
  /** The same until the GPU process has drawn that frame. */
  readonly drawn: number;
  readonly far: Pan;
  readonly near: Pan;
}

interface Pan {
  /** Milliseconds of the main thread's CPU time per frame in which the map moved. */
  readonly cpu: number;
  /** Milliseconds of its tasks per such frame, including waiting. */
  readonly wall: number;
  readonly frames: number;
  /** The number of those frames that were drawn; in the others the finished frame was moved. */
  readonly pictures: number;
}

/** A hundred thousand households on the statistics page; returns whether every goal was reached. */
export async function measureLarge({ rounds }: { readonly rounds: number }): Promise<boolean> {
  const data = await mkdtemp(join(tmpdir(), 'komak-bench-large-'));
  const server = fork(join(import.meta.dirname, 'serve.ts'), [data, String(households)], {
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const gone = new Promise<never>((_, reject) => {
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const browser = await openBrowser();
  try {
    const serving = await Promise.race([
      gone,
      new Promise<Serving>((done) => server.once('message', (message) => done(message as Serving))),
    ]);
    const measurements: Measurement[] = [];
    // The first one fills the server's cache.
    for (let round = 0; round <= rounds; round += 1) {
      const measurement = await measureOnce(browser, serving);
      if (round > 0) measurements.push(measurement);
    }
    return print(measurements);
  } finally {
    await browser.close();
    gone.catch(() => undefined);
    if (server.connected) {
      const ended = new Promise((done) => server.once('exit', done));
      server.disconnect();
      await ended;
    }
    await rm(data, { recursive: true, force: true });
  }
}

async function measureOnce(browser: Browser, { url, token }: Serving): Promise<Measurement> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 1000 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchPictures);
    await page.addInitScript((held) => localStorage.setItem('access-token', held), token);
    await page.goto('/stats/general', { timeout: 300_000 });
    await page.locator('[data-ready]').waitFor({ timeout: 300_000 });
    // Clusters show their counts; a busy GPU process may draw no frame for longer than `still` waits.
    await page.waitForFunction(
      () => (document.querySelector<HTMLCanvasElement>('.km-overlay-canvas')?.width ?? 0) > 0,
    );
    await page.waitForFunction(() => {
      const { pictures } = window as unknown as WatchedPage;
      return pictures.length > 0 && pictures.every(({ drawnAt }) => drawnAt > 0);
    });
    await still(page);
    const { bytes, arrived } = await page.evaluate(() => {
      const [entry] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('households-locations')) as PerformanceResourceTiming[];
      return { bytes: entry?.transferSize ?? Number.NaN, arrived: entry?.responseEnd ?? Number.NaN };
    });
    const pictures = await page.evaluate(() => [...(window as unknown as WatchedPage).pictures]);
    const whole = JSON.stringify(pictures.at(-1)?.things);
    const first = pictures.find(({ things }) => JSON.stringify(things) === whole);
    if (!first) throw new Error('no picture was drawn');
    await page.evaluate(() => (window as unknown as WatchedPage).stopPolling());
    const thread = await MainThread.of(page);
    const far = await pan(page, thread);
    await page.locator('.km-stage').focus();
    while ((await zoomOf(page)) < 13.5) {
      await page.keyboard.press('+');
      await still(page);
    }
    const near = await pan(page, thread);
    return { bytes, first: first.at - arrived, drawn: first.drawnAt - arrived, far, near };
  } finally {
    await context.close();
  }
}

/** Pans by sixty steps around an ellipse, and returns the mean cost of a frame. */
async function pan(page: Page, thread: MainThread): Promise<Pan> {
  const box = await page.locator('.km-stage').boundingBox();
  if (!box) throw new Error('the map has no box');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await still(page);
  const counted = () =>
    page.evaluate(() => {
      const { pictures, changedFrames } = window as unknown as WatchedPage;
      return { pictures: pictures.length, frames: changedFrames() };
    });
  const before = await counted();
  const cost = await thread.cost(async () => {
    await page.mouse.down();
    for (let step = 1; step <= 60; step += 1) {
      const angle = (step / 60) * 2 * Math.PI;
      await page.mouse.move(x + 150 * Math.sin(angle), y + 60 * (1 - Math.cos(angle)));
    }
    await page.mouse.up();
  });
  const after = await counted();
  const [pictures, frames] = [after.pictures - before.pictures, after.frames - before.frames];
  await still(page);
  return { cpu: cost.cpu / frames, wall: cost.wall / frames, frames, pictures };
}

/** Waits until no new frame was submitted for 700 milliseconds. */
async function still(page: Page): Promise<void> {
  let before = -1;
  for (;;) {
    const now = await page.evaluate(() => (window as unknown as WatchedPage).pictures.length);
    if (now === before) return;
    before = now;
    await page.waitForTimeout(700);
  }
}

async function zoomOf(page: Page): Promise<number> {
  const text = (await page.locator('.km-status').textContent()) ?? '';
  // Uzbek uses a decimal comma.
  const zoom = Number(/(\d+[.,]\d)/.exec(text)?.[1]?.replace(',', '.'));
  if (Number.isNaN(zoom)) throw new Error(`the map shows no zoom: ${text}`);
  return zoom;
}

function print(measurements: readonly Measurement[]): boolean {
  const median = (of: (measurement: Measurement) => number) => percentile(measurements.map(of), 0.5);
  const rows: readonly (readonly [string, number, number | null, string])[] = [
    ['transferred households', median(({ bytes }) => bytes), goals.bytes, 'bytes'],
    ['first frame, submitted', median(({ first }) => first), null, 'ms after the data'],
    ['first frame, drawn', median(({ drawn }) => drawn), goals.drawn, 'ms after the data'],
    ['panning clusters, main thread', median(({ far }) => far.cpu), goals.frame, 'ms CPU a frame'],
    ['   the same, including waiting', median(({ far }) => far.wall), null, 'ms a frame'],
    ['panning single places, main thread', median(({ near }) => near.cpu), goals.frame, 'ms CPU a frame'],
    ['   the same, including waiting', median(({ near }) => near.wall), null, 'ms a frame'],
    ['frames of sixty steps, clusters', median(({ far }) => far.frames), null, ''],
    ['   drawn among them', median(({ far }) => far.pictures), null, 'frames'],
    ['frames of sixty steps, places', median(({ near }) => near.frames), null, ''],
    ['   drawn among them', median(({ near }) => near.pictures), null, 'frames'],
  ];
  process.stdout.write(`\n${households.toLocaleString('en')} households on the page of statistics\n`);
  let reached = true;
  for (const [name, value, goal, unit] of rows) {
    const fits = goal === null ? null : value <= goal;
    reached &&= fits !== false;
    const verdict = fits === null ? '' : `≤ ${goal}  ${fits ? 'reached' : 'MISSED'}`;
    const shown = value.toFixed(value < 100 ? 1 : 0);
    process.stdout.write(
      `${name.padEnd(36)} ${shown.padStart(10)}  ${unit.padEnd(18)} ${verdict}`.trimEnd() + '\n',
    );
  }
  return reached;
}

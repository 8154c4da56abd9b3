import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { ApiClient } from '#kernel/testing/api.ts';
import { byLength } from '../../support/test-length.ts';
import type { Person } from './city.ts';
import { actions, type LoadRun, type Worker } from './actions.ts';

/** The mean pause between two calls of a user, in milliseconds. */
const meanPauseMs = byLength(400, 10_000);

/** An image of several hundred kilobytes, which the server has to decode and encode. */
export function createPicture(): Promise<Buffer> {
  const size = { width: 640, height: 480, channels: 3 as const };
  const bytes = Uint8Array.from({ length: size.width * size.height * 3 }, (_, index) => (index * 7919) % 251);
  return sharp(bytes, { raw: size }).jpeg({ quality: 90 }).toBuffer();
}

/** Simulates a user: a pause, a call, a pause, a call. */
export async function simulateUser(person: Person, api: ApiClient, run: LoadRun): Promise<void> {
  const worker: Worker = { person, api, run, seen: [], own: [] };
  for (;;) {
    // Exponential pauses, as independent callers have.
    const wait = -Math.log(1 - run.next()) * meanPauseMs;
    if (performance.now() + wait > run.endsAt) return;
    await sleep(wait);
    await chooseAction(run.next())?.perform(worker);
  }
}

function chooseAction(chance: number): (typeof actions)[number] | undefined {
  let left = chance * actions.reduce((sum, { weight }) => sum + weight, 0);
  return actions.find(({ weight }) => (left -= weight) < 0);
}

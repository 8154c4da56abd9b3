// What the bundler makes of it has one export, the address.
// oxlint-disable-next-line import/default
import workerUrl from '../model/exchange/read-worker.ts?worker&url';
import { rememberCheck } from '../model/assess.ts';
import type { LatLng, Reading } from '../model/index.ts';
import type { LongText, ReadAside } from '../model/exchange/read-worker.ts';
import { workerAddress } from './canvas/worker-url.ts';

/** Reads a long text in a worker, so that the page stays awake; fails where the page allows no worker. */
export function readAside(text: string, near?: LatLng): Promise<Reading> {
  return new Promise<Reading>((resolve, reject) => {
    const worker = new Worker(workerAddress(workerUrl), { type: 'module' });
    const end = () => worker.terminate();
    worker.addEventListener('message', ({ data }: MessageEvent<ReadAside | null>) => {
      end();
      if (data) resolve(taken(data));
      else reject(new Error('The worker lacks what it needs to read'));
    });
    worker.addEventListener('error', () => {
      end();
      reject(new Error('There is no worker to read with'));
    });
    const question: LongText = { text, options: near ? { near } : {} };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin of its own
    worker.postMessage(question);
  });
}

function taken({ reading, checks }: ReadAside): Reading {
  for (const [index, { shape }] of reading.polygons.entries()) {
    const check = checks[index];
    if (check) rememberCheck(shape.coords, check);
  }
  return reading;
}

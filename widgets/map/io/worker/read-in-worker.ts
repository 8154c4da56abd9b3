// What the bundler makes of it has one export, the address.
// oxlint-disable-next-line import/default
import workerUrl from './read-worker.ts?worker&url';
import type { ReadOptions } from '../../model/exchange/collector.ts';
import { ResultAssembler, type ResultChunk } from './result-chunks.ts';
import type { ParseResult } from '../../model/index.ts';
import type { ReadRequest } from './read-worker.ts';
import { resolveWorkerUrl } from './worker-url.ts';

/**
 * Reads a long text in a worker, so that the page does not freeze; rejects where the page allows no worker. The result comes
 * in chunks, each a task of its own: a city in one chunk would block the page as long as reading it.
 */
export function readInWorker(text: string, options: ReadOptions): Promise<ParseResult> {
  return new Promise<ParseResult>((resolve, reject) => {
    const worker = new Worker(resolveWorkerUrl(workerUrl), { type: 'module' });
    const pieces = new ResultAssembler();
    const end = () => worker.terminate();
    worker.addEventListener('message', ({ data }: MessageEvent<ResultChunk | null>) => {
      const reading = data && pieces.take(data);
      if (data && !reading) return;
      end();
      if (reading) resolve(reading);
      else reject(new Error('The worker lacks what it needs to read'));
    });
    worker.addEventListener('error', () => {
      end();
      reject(new Error('There is no worker to read with'));
    });
    const question: ReadRequest = { text, options };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin of its own
    worker.postMessage(question);
  });
}

// The bundled module has a single export, the address.
// oxlint-disable-next-line import/default
import workerUrl from './read-worker.ts?worker&url';
import type { ReadOptions } from '../../model/exchange/collector.ts';
import { ResultAssembler } from './result-chunks.ts';
import type { ParseResult } from '../../model/index.ts';
import type { ReadRequest, ReadResponse } from './read-worker.ts';

/**
 * Reads a text or a file in a worker, so that the page does not freeze; rejects if the page allows no worker,
 * and when aborted. The result arrives in chunks, each in its own task: a city in one chunk would block the
 * page as long as reading it.
 */
export function readInWorker(
  source: string | Blob,
  { onProgress, ...options }: ReadOptions,
  signal?: AbortSignal,
): Promise<ParseResult> {
  return new Promise<ParseResult>((resolve, reject) => {
    signal?.throwIfAborted();
    const address = resolveWorkerUrl(workerUrl);
    const worker = new Worker(address, { type: 'module' });
    const pieces = new ResultAssembler();
    const fail = (reason: string) => {
      end();
      reject(new Error(reason));
    };
    const abort = () => fail('Reading was cancelled');
    function end(): void {
      worker.terminate();
      URL.revokeObjectURL(address);
      signal?.removeEventListener('abort', abort);
    }
    signal?.addEventListener('abort', abort);
    worker.addEventListener('message', ({ data }: MessageEvent<ReadResponse>) => {
      if (data === null) fail('The worker could not load the code that reads the format');
      else if ('progress' in data) onProgress?.(data.progress);
      else {
        const reading = pieces.take(data);
        if (!reading) return;
        end();
        resolve(reading);
      }
    });
    worker.addEventListener('error', () => fail('The worker could not be started'));
    const request: ReadRequest = { source, options };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin of its own
    worker.postMessage(request);
  });
}

/**
 * The address from which to start a worker. A page cannot start a worker of another origin, so there a blob script imports
 * it, which needs `worker-src blob:` and our host in `script-src`; in Firefox and WebKit also our host in `worker-src`. The
 * caller revokes the address when the worker has ended.
 */
function resolveWorkerUrl(url: string): string {
  const address = new URL(url, import.meta.url);
  if (address.origin === location.origin) return address.href;
  const script = new Blob([`import ${JSON.stringify(address.href)};`], { type: 'text/javascript' });
  return URL.createObjectURL(script);
}

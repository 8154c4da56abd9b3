import { chunksOf, transferables, type ResultChunk } from './result-chunks.ts';
import { readSource } from '../formats/read-source.ts';
import type { ReadOptions } from '../../model/exchange/collector.ts';

/** A text or a file to be read in a worker. */
export interface ReadRequest {
  readonly source: string | Blob;
  readonly options: Omit<ReadOptions, 'onProgress'>;
}

/** A message of the worker: its progress, or a chunk of the result. Null means that its code could not be loaded. */
export type ReadResponse = { readonly progress: number } | ResultChunk | null;

/** The share of the work that is done once everything is read; the rest is validation and transfer. */
const readPart = 0.5;

// The worker of one source: reads it and responds in chunks; the caller terminates it.
addEventListener('message', ({ data: { source, options } }: MessageEvent<ReadRequest>) => {
  const send = (response: ReadResponse, transfer: Transferable[] = []) => postMessage(response, { transfer });
  const onProgress = (fraction: number) => send({ progress: fraction * readPart });
  readSource(source, { ...options, onProgress })
    .then((reading) => {
      const count = reading.polygons.length + reading.markers.length;
      let done = 0;
      for (const piece of chunksOf(reading)) {
        send(piece, transferables(piece));
        done += piece.polygons.length + piece.markers.length;
        send({ progress: readPart + (1 - readPart) * (count === 0 ? 1 : done / count) });
      }
    })
    .catch(() => send(null));
});

import type { ReadOptions } from '../model/exchange/collector.ts';
import { exportFileName, type MapExport, type ParseResult } from '../model/index.ts';

/** The length from which texts and files are read in a worker, so that the page does not freeze. */
const longText = 1_000_000;

/** Files that unpack to a larger size, or are slow to read. */
const packedFile = /\.(?:zip|kmz|gpkg)$/iu;

/** Whether a text or a file is read in a worker. */
export function isLong(source: string | Blob): boolean {
  if (typeof source === 'string') return source.length > longText;
  return source.size > longText || (source instanceof File && packedFile.test(source.name));
}

/** Reads the shapes of a text or a file; the code for it loads with the first call. Rejects when aborted. */
export async function read(
  source: string | Blob,
  options: ReadOptions,
  signal?: AbortSignal,
): Promise<ParseResult> {
  if (isLong(source)) {
    const { readInWorker } = await import('./worker/read-in-worker.ts');
    const reading = await readInWorker(source, options, signal).catch(() => null);
    signal?.throwIfAborted();
    if (reading) return reading;
  }
  const { readSource } = await import('./formats/read-source.ts');
  const reading = await readSource(source, options);
  signal?.throwIfAborted();
  return reading;
}

/** Downloads an export as a file. */
export function download(exported: MapExport): void {
  const blob = new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = exportFileName(new Date(exported.exportedAt));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

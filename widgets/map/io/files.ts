import type { ReadOptions } from '../model/exchange/collector.ts';
import { exportFileName, type MapExport, type ParseResult } from '../model/index.ts';

/** Longer texts are read in a worker, so that the page does not freeze. */
const longText = 1_000_000;

/** Reads the shapes of a text; the code for it loads with the first call. */
export async function read(text: string, options: ReadOptions): Promise<ParseResult> {
  if (text.length > longText) {
    const { readInWorker } = await import('./worker/read-in-worker.ts');
    const reading = await readInWorker(text, options).catch(() => null);
    if (reading) return reading;
  }
  const { isXml, readText } = await import('./formats/read-text.ts');
  // Not with the browser's parser: pages with Trusted Types forbid it.
  const xml = isXml(text) ? (await import('./formats/xml-parser.ts')).xmlParser : null;
  return readText(text, { ...options, ...(xml ? { xml } : {}) });
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

import type { ReadOptions } from './formats/index.ts';
import { exportFileName, type MapExport, type ParseResult } from '../model/index.ts';

/** Longer texts are read beside the page, which would stand still meanwhile. */
const longText = 1_000_000;

/** Reads a text that holds shapes; the code for it comes when it is first needed. */
export async function read(text: string, options: ReadOptions): Promise<ParseResult> {
  if (text.length > longText) {
    const { readInWorker } = await import('./worker/read-in-worker.ts');
    const reading = await readInWorker(text, options).catch(() => null);
    if (reading) return reading;
  }
  const { isXml, readText } = await import('./formats/index.ts');
  // Not by the browser's own parser, which could make markup of a text: pages with Trusted Types refuse it.
  const xml = isXml(text) ? (await import('./formats/xml-parser.ts')).xmlParser : null;
  return readText(text, { ...options, ...(xml ? { xml } : {}) });
}

/** Hands an export to the person as a file. */
export function download(exported: MapExport): void {
  const blob = new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = exportFileName(new Date(exported.exportedAt));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

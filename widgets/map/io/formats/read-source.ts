import { Collector, type ReadOptions } from '../../model/exchange/collector.ts';
import type { ParseResult } from '../../model/index.ts';
import { decodeText } from './decode-text.ts';
import { isXml, longestText, readText } from './read-text.ts';

/** Reads the shapes of a text or a file, on the page or in a worker; the code for rare formats loads when it is needed. */
export async function readSource(source: string | Blob, options: ReadOptions): Promise<ParseResult> {
  if (typeof source === 'string') return readAnyText(source, options);
  if (source.size > longestText) return new Collector(options).reading(null, 'too_large');
  const head = await source.slice(0, 16).text();
  const bytes = new Uint8Array(await source.arrayBuffer());
  if (head.startsWith('PK\u0003\u0004')) return (await import('./zip.ts')).readZip(bytes, options);
  if (head.startsWith('SQLite format 3'))
    return (await import('./geopackage.ts')).readGeoPackage(bytes, options);
  return readAnyText(decodeText(bytes), options);
}

async function readAnyText(text: string, options: ReadOptions): Promise<ParseResult> {
  // Not with the browser's parser: workers have none, and pages with Trusted Types forbid it.
  const xml = isXml(text) ? (await import('./xml-parser.ts')).xmlParser : null;
  return readText(text, { ...options, ...(xml ? { xml } : {}) });
}

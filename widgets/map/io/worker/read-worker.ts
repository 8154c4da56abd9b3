import { transferables, chunksOf, type ResultChunk } from './result-chunks.ts';
import { isXml, readText, type TextOptions } from '../formats/read-text.ts';
import type { ParseResult } from '../../model/exchange/parse-result.ts';

/** A text to be read beside the page. */
export interface ReadRequest {
  readonly text: string;
  readonly options: Omit<TextOptions, 'xml'>;
}

// The worker of one text: it reads it and responds in chunks; the caller terminates it. Null means that its code could
// not be loaded.
addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  const answer = (found: ResultChunk | null) =>
    postMessage(found, { transfer: found ? transferables(found) : [] });
  read(data)
    .then((reading) => {
      for (const piece of chunksOf(reading)) answer(piece);
    })
    .catch(() => answer(null));
});

/** Workers have no XML parser: one is loaded when it is needed. */
async function read({ text, options }: ReadRequest): Promise<ParseResult> {
  if (!isXml(text)) return readText(text, options);
  const { xmlParser } = await import('../formats/xml-parser.ts');
  return readText(text, { ...options, xml: xmlParser });
}

import { transferables, chunksOf, type ResultChunk } from './result-chunks.ts';
import { isXml, readText, type TextOptions } from '../formats/read-text.ts';
import type { ParseResult } from '../../model/exchange/parse-result.ts';

/** A text to be read beside the page. */
export interface ReadRequest {
  readonly text: string;
  readonly options: Omit<TextOptions, 'xml'>;
}

// The worker of one text: it reads, answers piece by piece, and is ended by whoever asked; null when it has not what it
// needs for that.
addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  const answer = (found: ResultChunk | null) =>
    postMessage(found, { transfer: found ? transferables(found) : [] });
  read(data)
    .then((reading) => {
      for (const piece of chunksOf(reading)) answer(piece);
    })
    .catch(() => answer(null));
});

/** A browser takes XML apart on the page alone: here a parser of its own does, whose code comes when it is needed. */
async function read({ text, options }: ReadRequest): Promise<ParseResult> {
  if (!isXml(text)) return readText(text, options);
  const { xmlParser } = await import('../formats/xml-parser.ts');
  return readText(text, { ...options, xml: xmlParser });
}

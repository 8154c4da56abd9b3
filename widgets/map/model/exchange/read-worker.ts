import { checkOf } from '../assess.ts';
import type { CrossingCheck } from '../geometry/crossings.ts';
import { isXml, readText, type TextOptions } from './read-text.ts';
import type { Reading } from './reading.ts';

/** A text to be read beside the page. */
export interface LongText {
  readonly text: string;
  readonly options: Omit<TextOptions, 'xml'>;
}

/** What was read, and where the edges of each of its polygons meet: the page need not look for that itself. */
export interface ReadAside {
  readonly reading: Reading;
  readonly checks: readonly CrossingCheck[];
}

// The worker of one text: it reads, answers, and is ended by whoever asked; null when it has not what it needs for that.
addEventListener('message', ({ data }: MessageEvent<LongText>) => {
  const answer = (found: ReadAside | null) => postMessage(found);
  read(data).then(
    (reading) => answer({ reading, checks: reading.polygons.map(({ shape }) => checkOf(shape.coords)) }),
    () => answer(null),
  );
});

/** A browser takes XML apart on the page alone: here a parser of its own does, whose code comes when it is needed. */
async function read({ text, options }: LongText): Promise<Reading> {
  if (!isXml(text)) return readText(text, options);
  const { xmlParser } = await import('./xml-parser.ts');
  return readText(text, { ...options, xml: xmlParser });
}

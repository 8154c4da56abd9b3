import { readText, type TextOptions } from './read-text.ts';

/** A text to be read beside the page. */
export interface LongText {
  readonly text: string;
  readonly options: Omit<TextOptions, 'xml'>;
}

// The worker of one text: it reads, answers, and is ended by whoever asked.
addEventListener('message', ({ data }: MessageEvent<LongText>) => {
  postMessage(readText(data.text, data.options));
});

/** The reader of a stream of texts, such as of the output of a `TextDecoderStream`. */
interface TextReader {
  read(): Promise<{ readonly done: boolean; readonly value?: string | undefined }>;
  cancel(): Promise<void>;
}

/**
 * Yields the lines of a stream as they arrive, without line breaks; also the last one if it is cut off. Throws the errors of
 * the stream, and a RangeError for a line of more than `maxLength` characters. A caller that stops early cancels the stream.
 *
 * @example for await (const line of readLines(response.body.pipeThrough(new TextDecoderStream()).getReader())) show(line);
 */
export async function* readLines(
  reader: TextReader,
  maxLength: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<string, void, void> {
  let rest = '';
  try {
    for (;;) {
      const { done, value = '' } = await reader.read();
      if (done) break;
      const lines = (rest + value).split(/\r?\n/);
      rest = lines.pop() ?? '';
      if (rest.length > maxLength) throw new RangeError(`a line has more than ${maxLength} characters`);
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    // After an error or the end there is nothing left to cancel.
    void reader.cancel().catch(() => undefined);
  }
}

import { StartupError } from '../config/startup-error.ts';

const block = 512;
/** The end mark of an archive. */
export const tarEnd = Buffer.alloc(2 * block);

/** The head of an entry of a tar archive (ustar): any program for archives reads a backup that is not encrypted. */
export function tarHead(name: string, size: number, moment: Date): Buffer {
  const head = Buffer.alloc(block);
  head.write(name, 0, 100, 'utf8');
  head.write('0000600\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  head.write(
    `${Math.floor(moment.getTime() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  head.write('        ', 148);
  head.write('0', 156);
  head.write('ustar\u000000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

/** The zeros that fill the last block of an entry. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}

/** An entry as it is read; its content has to be read to its end before the next one comes. */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

/** Reads the entries of an archive as they come; fails with a sentence where it is damaged or cut off. */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(bytes);
  for (;;) {
    const head = await reader.exactly(block);
    // Bytes after the end mark are read too, for the checksums at the end.
    if (head.every((byte) => byte === 0)) return reader.drain();
    const sum = Number.parseInt(head.toString('latin1', 148, 154), 8);
    const blank = Buffer.from(head).fill(' ', 148, 156);
    if (sum !== blank.reduce((total, byte) => total + byte, 0)) throw damaged();
    const name = head.toString('utf8', 0, 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(head.toString('latin1', 124, 135), 8);
    yield { name, size, content: reader.upTo(size) };
    await reader.exactly(tarPadding(size).length);
  }
}

function damaged(): StartupError {
  return new StartupError('The backup is damaged or cut off.');
}

class ByteReader {
  readonly #bytes: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#bytes = bytes[Symbol.asyncIterator]();
  }

  async drain(): Promise<void> {
    while ((await this.#bytes.next()).done !== true);
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.upTo(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *upTo(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#bytes.next();
        if (done === true) throw damaged();
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
}

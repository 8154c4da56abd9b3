import { Readable } from 'node:stream';
import { extract, pack, type Pack } from 'tar-stream';
import { StartupError } from '../config/startup-error.ts';

/** A file to be written into an archive. */
export interface TarFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Writes files as a tar archive (ustar): any program for archives reads a backup that is not encrypted. */
export async function* writeTar(files: AsyncIterable<TarFile>, moment: Date): AsyncGenerator<Buffer> {
  const archive = pack();
  const filled = fill(archive, files, moment).catch((error: unknown) => archive.destroy(error as Error));
  try {
    yield* archive as AsyncIterable<Buffer>;
  } finally {
    archive.destroy();
    // The caller that reads the files has let go of their source when the archive ends.
    await filled;
  }
}

async function fill(archive: Pack, files: AsyncIterable<TarFile>, mtime: Date): Promise<void> {
  for await (const { name, content } of files) {
    await new Promise<void>((resolve, reject) => {
      archive.entry({ name, mode: 0o600, mtime }, content, (error) => (error ? reject(error) : resolve()));
    });
  }
  archive.finalize();
}

/** An entry as it is read; its content has to be read to its end before the next one comes. */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

/** Reads the entries of an archive as they come; fails with a sentence where it is damaged or cut off. */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = Readable.from(bytes);
  const archive = extract();
  let failure: Error | null = null;
  source.on('error', (error) => {
    failure = error;
    archive.destroy(error);
  });
  /** The same, with errors of the archive in a sentence; those of the source stay what they are. */
  async function* inWords<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* items;
    } catch (error) {
      throw failure ?? new StartupError('The backup is damaged or incomplete.', { cause: error });
    }
  }
  try {
    for await (const entry of inWords(source.pipe(archive))) {
      const { name, size } = entry.header;
      yield { name, size: size ?? 0, content: inWords(entry as AsyncIterable<Buffer>) };
    }
  } finally {
    source.destroy();
  }
}

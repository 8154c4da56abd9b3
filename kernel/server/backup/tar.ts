import { Readable } from 'node:stream';
import { extract, pack, type Pack } from 'tar-stream';
import { StartupError } from '../config/startup-error.ts';

/** A file to write to an archive. */
export interface TarFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Writes files as a tar archive (ustar), so that any archive program reads an unencrypted backup. */
export async function* writeTar(files: AsyncIterable<TarFile>, moment: Date): AsyncGenerator<Buffer> {
  const archive = pack();
  const filled = fill(archive, files, moment).catch((error: unknown) => archive.destroy(error as Error));
  try {
    yield* archive as AsyncIterable<Buffer>;
  } finally {
    archive.destroy();
    // The producer of the files has released their source when the archive ends.
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

/** An entry being read; its content must be read completely before the next entry. */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Reads the entries of an archive as a stream; throws an error with a readable message if it is damaged or truncated.
 */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = Readable.from(bytes);
  const archive = extract();
  let failure: Error | null = null;
  source.on('error', (error) => {
    failure = error;
    archive.destroy(error);
  });
  /** Passes items through; gives errors of the archive a readable message, and leaves those of the source unchanged. */
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

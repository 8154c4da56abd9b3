import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** The file of one letter of a bulk job. */
export interface BatchFile {
  readonly file_id: number;
  readonly name: string;
}

type Open = (file: BatchFile) => Promise<Readable>;

/**
 * Joins the files of letters into one as a stream. A file is opened when it is due, and released once it is
 * written: memory stays constant for any number of files.
 */
export const joinFiles = { pdf: joinAsPdf, zip: joinAsZip };

async function joinAsPdf(files: readonly BatchFile[], open: Open): Promise<Readable> {
  const { mergePdf } = await import('./merge-pdf.ts');
  async function* contents(): AsyncGenerator<Uint8Array> {
    for (const file of files) yield await buffer(await open(file));
  }
  return Readable.from(mergePdf(contents()), { objectMode: false });
}

async function joinAsZip(files: readonly BatchFile[], open: Open): Promise<Readable> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const stream = Readable.from(zip.outputStream, { objectMode: false });
  zip.on('error', (error: Error) => stream.destroy(error));
  let current: Readable | null = null;
  for (const file of files) {
    zip.addReadStreamLazy(file.name, { compress: false }, (pass) => {
      open(file).then(
        (content) => {
          current = content;
          if (stream.destroyed) content.destroy();
          else pass(null, content);
        },
        (error: Error) => stream.destroy(error),
      );
    });
  }
  zip.end();
  stream.once('close', () => current?.destroy());
  return stream;
}

import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { joinFiles } from '#plugins/letters/server/bulk/join-files.ts';
import { createPdfRenderer } from '#plugins/letters/server/pdf/render.ts';
import { correction } from './sheets.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The bytes in use after garbage collection. */
async function bytesInUse(): Promise<number> {
  // Objects held by a callback are released after its turn; buffers in a second round.
  for (let round = 0; round < 2; round++) {
    await new Promise(setImmediate);
    collect();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const count = 400;
const files = Array.from({ length: count }, (_, index) => ({ file_id: index, name: `${index}.pdf` }));
/** The files after whose opening memory is measured: by the first, all one-time loading is done. */
const [early, late] = [100, 390];

test.each(['pdf', 'zip'] as const)('releases letters after writing them into one %s', async (format) => {
  const letter = await createPdfRenderer()(correction());
  const used = new Map<number, number>();
  const stream = await joinFiles[format](files, async ({ file_id: id }) => {
    if (id === early || id === late) used.set(id, await bytesInUse());
    // Each has its own bytes, as if read from a disk.
    return Readable.from([Buffer.from(letter)]);
  });
  let bytes = 0;
  for await (const chunk of stream) bytes += (chunk as Buffer).length;
  // The joined file has no tags: those of each letter are dropped.
  expect(bytes).toBeGreaterThan(count * letter.length * 0.7);
  const grown = (used.get(late) ?? Number.NaN) - (used.get(early) ?? Number.NaN);
  // Only the offsets of a file's objects are retained.
  expect(grown).toBeLessThan(((late - early) * letter.length) / 4);
});

test.each(['pdf', 'zip'] as const)('opens no letter before its turn in one %s', async (format) => {
  const letter = await createPdfRenderer()(correction());
  let opened = 0;
  const stream = await joinFiles[format](files, () => {
    opened++;
    return Promise.resolve(Readable.from([Buffer.from(letter)]));
  });
  let bytes = 0;
  let ahead = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    // With a slow reader, the buffers of the streams are full.
    await new Promise(setImmediate);
    ahead = Math.max(ahead, opened - bytes / letter.length);
  }
  expect(opened).toBe(count);
  expect(ahead).toBeLessThan(count / 4);
});

test('all pages of all letters are in the PDF', async () => {
  const letter = await createPdfRenderer()(correction());
  const stream = await joinFiles.pdf(files.slice(0, 30), () =>
    Promise.resolve(Readable.from([Buffer.from(letter)])),
  );
  const whole = await PDFDocument.load(Buffer.concat(await stream.toArray()));
  const { length: pages } = (await PDFDocument.load(letter)).getPages();
  expect(whole.getPages()).toHaveLength(30 * pages);
});

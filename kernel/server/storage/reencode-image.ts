import type { Sharp, SharpOptions } from 'sharp';
import { createTaskQueue } from '../concurrency/task-queue.ts';

/** The most pixels of a picture; more is a bomb, or belongs on a poster. */
export const maxPixels = 40_000_000;

/** Pictures unpack to a hundred times their size. */
const queue = createTaskQueue({ concurrency: 2, maxQueued: 100, retryAfter: 5 });

/**
 * Decodes a picture and writes it anew: what is not picture (EXIF with its place, comments, appended files, further frames)
 * stays behind, the orientation is applied. Throws when it cannot be decoded whole or has more than 40 megapixels.
 */
export async function reencodeImage(from: string, to: string, format: string): Promise<void> {
  await queue.run(async () => {
    const picture = (await open(from, { limitInputPixels: maxPixels, failOn: 'error' })).autoOrient();
    if (format === 'jpg') picture.jpeg({ quality: 85 });
    else if (format === 'webp') picture.webp({ quality: 85 });
    else picture.png();
    await picture.toFile(to);
  });
}

/** The decoders are loaded with the first picture: a server that has seen none is the smaller by them. */
async function open(from: string, options: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp(from, options);
}

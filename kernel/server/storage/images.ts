import { isDiskFull } from './disk-full.ts';
import { maxPixelsOf, defaultMaxPixels } from './max-pixels.ts';

// Runs in a process of its own, see image-process.ts: what is imported counts in its memory.

/** Why an image is not taken; `disk_full` is no fault of the image. */
export type ImageRefusal = 'type_refused' | 'too_many_pixels' | 'disk_full';

/** How many pixels an image has, and the most that an image of its kind may have. */
export interface PixelCount {
  readonly pixels: number;
  readonly limit: number;
}

/** How much of a JPEG or WebP is kept, from 1 to 100: small print on photographed papers stays legible. */
const quality = 85;

/** How hard WebP is compressed, from 0 to 6: from 3 on a picture of noise takes 220 MiB more, for 2 % fewer bytes. */
const effort = 2;

/**
 * Decodes an image and encodes it again: EXIF with its place, comments, appended files and further frames are left out, the
 * orientation is applied. Returns null, or why it is refused: it cannot be decoded whole, or has too many pixels.
 */
export async function reencodeImage({
  from,
  to,
  format,
  pixels,
}: {
  readonly from: string;
  readonly to: string;
  readonly format: string;
  readonly pixels: number;
}): Promise<ImageRefusal | null> {
  const sharp = await loadSharp();
  try {
    const image = sharp(from, { limitInputPixels: maxPixelsOf({ format }), failOn: 'error' }).autoOrient();
    // Tables of its own make a JPEG some percent smaller, and hold all of it in memory.
    if (format === 'jpg') image.jpeg({ quality, optimizeCoding: pixels <= defaultMaxPixels });
    else if (format === 'webp') image.webp({ quality, effort });
    else image.png();
    await image.toFile(to);
    return null;
  } catch (error) {
    if (isDiskFull(error)) return 'disk_full';
    return /pixel limit/i.test(String(error)) ? 'too_many_pixels' : 'type_refused';
  }
}

/** Reads from the head of an image how many pixels it has and may have, before it is decoded; null when it is no image. */
export async function countPixels({
  path,
  format,
}: {
  readonly path: string;
  readonly format: string;
}): Promise<PixelCount | null> {
  const sharp = await loadSharp();
  try {
    const image = sharp(path, { limitInputPixels: false, failOn: 'error' });
    const { width, height, hasAlpha, channels, depth } = await image.metadata();
    const bytes = channels * (depth === 'ushort' ? 2 : 1);
    return { pixels: width * height, limit: maxPixelsOf({ format, transparent: hasAlpha, bytes }) };
  } catch {
    return null;
  }
}

async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // Several images are in work at once; each on one core, so that one leaves the others to the rest of the server.
  sharp.concurrency(1);
  return sharp;
}

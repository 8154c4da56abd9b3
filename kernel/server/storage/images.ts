import { isDiskFull } from './disk-full.ts';
import { maxPixelsOf, defaultMaxPixels } from './max-pixels.ts';

// Runs in a process of its own, see image-process.ts: its imports count towards its memory.

/** Why an image is rejected; `disk_full` is not the image's fault. */
export type ImageRejection = 'type_refused' | 'too_many_pixels' | 'disk_full';

/** The number of pixels of an image, and the maximum for its kind. */
export interface PixelCount {
  readonly pixels: number;
  readonly limit: number;
}

/** Quality of JPEG and WebP, from 1 to 100: small print on photographed papers stays legible. */
const quality = 85;

/** Compression effort of WebP, from 0 to 6: from 3 on, an image of noise takes 220 MiB more for 2 % fewer bytes. */
const effort = 2;

/**
 * Decodes and re-encodes an image: applies the orientation and drops EXIF with its location, comments, appended files
 * and further frames. Returns null, or why it is rejected: it cannot be decoded completely, or has too many pixels.
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
}): Promise<ImageRejection | null> {
  const sharp = await loadSharp();
  try {
    const image = sharp(from, { limitInputPixels: maxPixelsOf({ format }), failOn: 'error' }).autoOrient();
    // Optimized tables make a JPEG a few percent smaller, but keep the whole image in memory.
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

/**
 * Reads the number of pixels and its maximum from the header of an image, before decoding; null if it is not an image.
 */
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
  // Several images are processed concurrently, each on one core, so that one image leaves the others to the rest of the
  // server.
  sharp.concurrency(1);
  return sharp;
}

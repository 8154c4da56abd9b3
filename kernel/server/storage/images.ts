import { CodedError, fail } from '#kernel/contract/index.ts';
import { isDiskFull } from './disk-full.ts';

/** The most pixels of an image; more is a decompression bomb. */
export const maxPixels = 40_000_000;

/** How much of a JPEG or WebP is kept, from 1 to 100: small print on photographed papers stays legible. */
const quality = 85;

/**
 * Decodes an image and encodes it again: EXIF with its place, comments, appended files and further frames are left out, the
 * orientation is applied. Throws when it cannot be decoded whole or has too many pixels.
 */
export async function reencodeImage(from: string, to: string, format: string): Promise<void> {
  const sharp = await loadSharp();
  try {
    const image = sharp(from, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
    if (format === 'jpg') image.jpeg({ quality });
    else if (format === 'webp') image.webp({ quality });
    else image.png();
    await image.toFile(to);
  } catch (error) {
    if (error instanceof CodedError || isDiskFull(error)) throw error;
    if (/pixel limit/i.test(String(error))) throw tooManyPixels();
    throw fail('type_refused');
  }
}

/** Reads the size from the head of an image; what is too large, or no image, is refused before it is decoded. */
export async function countPixels(path: string): Promise<number> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(path, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => {
      throw fail('type_refused');
    });
  const pixels = width * height;
  if (pixels > maxPixels) throw tooManyPixels();
  return pixels;
}

/** Loaded with the first image: a server that has received none saves its memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // Several images are in work at once; each on one core, so that one leaves the others to the rest of the server.
  sharp.concurrency(1);
  return sharp;
}

function tooManyPixels(): CodedError {
  return new CodedError({ status: 413, code: 'too_many_pixels', params: { limit: maxPixels / 1_000_000 } });
}

/** The most pixels of an image; more is a decompression bomb. */
export const maxPixels = 40_000_000;

/** The decoder of WebP needs eight bytes for a pixel, the others three. */
const maxWebpPixels = 30_000_000;

/** The most pixels of an image of a format. */
export function maxPixelsOf(format: string): number {
  return format === 'webp' ? maxWebpPixels : maxPixels;
}

/** Up to so many pixels an image is decoded and encoded within a fraction of a second. */
export const usualPixels = 5_000_000;

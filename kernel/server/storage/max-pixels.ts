/** The most pixels of an image; more is a decompression bomb. */
export const maxPixels = 40_000_000;

/** The decoder of WebP needs eight bytes for a pixel, the others three to six. */
const maxWebpPixels = 30_000_000;

/** Its encoder needs more than thirty where the picture is transparent. */
const maxTransparentWebpPixels = 8_000_000;

/** Bytes of a decoded pixel; those of PNG have up to eight, and an interlaced image is held as a whole. */
const usualBytes = 3;

/** The properties of an image that determine the memory per pixel. */
export interface PixelKind {
  readonly format: string;
  readonly transparent?: boolean;
  /** Of a decoded pixel. */
  readonly bytes?: number;
}

/** The most pixels of an image of a kind: the largest of each take about the same memory. */
export function maxPixelsOf({ format, transparent = false, bytes = usualBytes }: PixelKind): number {
  if (format === 'webp') return transparent ? maxTransparentWebpPixels : maxWebpPixels;
  if (format === 'png') return (maxPixels * usualBytes) / Math.max(usualBytes, bytes);
  return maxPixels;
}

/** Most pixels of an image that is decoded and encoded within a fraction of a second. */
export const defaultMaxPixels = 5_000_000;

/** Maximum pixels of an image; a larger one is a decompression bomb. */
export const maxPixels = 40_000_000;

/** The WebP decoder needs eight bytes per pixel, the others three to six. */
const maxWebpPixels = 30_000_000;

/** The WebP encoder needs more than thirty bytes per pixel if the image has transparency. */
const maxTransparentWebpPixels = 8_000_000;

/** Bytes per decoded pixel; PNG may have up to eight, and an interlaced image is decoded as a whole. */
const usualBytes = 3;

/** The properties of an image that determine the memory per pixel. */
export interface PixelKind {
  readonly format: string;
  readonly transparent?: boolean;
  /** Bytes per decoded pixel. */
  readonly bytes?: number;
}

/** The maximum pixels of an image of a kind; the largest of each kind need about the same memory. */
export function maxPixelsOf({ format, transparent = false, bytes = usualBytes }: PixelKind): number {
  if (format === 'webp') return transparent ? maxTransparentWebpPixels : maxWebpPixels;
  if (format === 'png') return (maxPixels * usualBytes) / Math.max(usualBytes, bytes);
  return maxPixels;
}

/** Maximum pixels of an image that is re-encoded within a fraction of a second. */
export const defaultMaxPixels = 5_000_000;

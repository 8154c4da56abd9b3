import type { LatLng } from '../shape.ts';

/** Two edges that meet. Edge `n` runs from corner `n` to the next one, the last one back to the first. */
export interface Crossing {
  /** The smaller number first. */
  readonly edges: readonly [number, number];
  /** Where they meet. */
  readonly at: LatLng;
}

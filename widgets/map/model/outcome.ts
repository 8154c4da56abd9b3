import type { Report } from './exchange/reading.ts';
import type { MapState, Refusal } from './state.ts';

/** What `reduce(state, action)` answers. */
export interface Outcome {
  readonly state: MapState;
  /** Why nothing was done; `null` where it was done, or was so already. */
  readonly refusal: Refusal | null;
  /** Whether `value` is another one now, so that a `change` is due. */
  readonly changed: boolean;
  /** After `import` and `replace`. */
  readonly report: Report | null;
}

import type { Origin } from './action.ts';
import type { Report } from '../exchange/parse-result.ts';
import type { MapState, Refusal } from './state.ts';

/** Where a change came from, as the `change` event has it; a file that a person chose is the person's change. */
export type ChangeOrigin = Exclude<Origin, 'import'>;

/** What `reduce(state, action)` answers. */
export interface Outcome {
  readonly state: MapState;
  /** Why nothing was done; `null` where it was done, or was so already. */
  readonly refusal: Refusal | null;
  /** Whether `value` is another one now, so that a `change` is due. */
  readonly changed: boolean;
  readonly origin: ChangeOrigin;
  /** After `import` and `replace`. */
  readonly report: Report | null;
}

import type { Origin } from './action.ts';
import type { Report } from '../exchange/parse-result.ts';
import type { MapState, Rejection } from './state.ts';

/** The origin of a change in the `change` event; the import of a file counts as the user's change. */
export type ChangeOrigin = Exclude<Origin, 'import'>;

/** The result of `reduce(state, action)`. */
export interface Outcome {
  readonly state: MapState;
  /** Why nothing was changed; `null` if the action succeeded or had no effect. */
  readonly rejection: Rejection | null;
  /** Whether `value` changed, so that a `change` event is due. */
  readonly changed: boolean;
  readonly origin: ChangeOrigin;
  /** Set after `import` and `replace`. */
  readonly report: Report | null;
}

import type { Status } from './statuses.ts';

/** The props of extensions of the slot `applications.triage`. */
export interface ApplicationTriageProps {
  readonly application: {
    readonly id: number;
    readonly neighborhood_id: number;
    readonly status: Status;
    /** The deadline. */
    readonly cancel_time: string | null;
  };
  /** Called after an action on the application. */
  readonly onDone?: (() => void) | undefined;
}

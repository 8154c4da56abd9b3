import { slot } from '#kernel/plugin-api/contract.ts';
import type { Status } from './statuses.ts';

/** What {@link applicationTriage} is given. */
export interface ApplicationTriageProps {
  readonly application: {
    readonly id: number;
    readonly neighborhood_id: number;
    readonly status: Status;
    /** The deadline. */
    readonly cancel_time: string | null;
  };
  /** Something was done with it. */
  readonly onDone?: (() => void) | undefined;
}

/**
 * What can be done with an application without opening it: buttons in its `<li>`, and on a phone swipes of the first element of that
 * `<li>`. For pages of other plugins; filled by this plugin.
 */
export const applicationTriage = slot<ApplicationTriageProps>('applications.triage');

import { type Area, defineQuery } from '#kernel/plugin-api/contract.ts';
import type { Status } from './statuses.ts';

/** The state of an application, without the citizen's data. */
export interface ApplicationState {
  readonly id: number;
  readonly status: Status;
  /** Null without a deadline. */
  readonly cancelTime: string | null;
  /** Whether it is open and past its deadline. */
  readonly late: boolean;
  readonly neighborhoodId: number;
}

/** Queries the states of some applications; missing ones are left out. */
export const applicationStatesQuery = defineQuery<readonly number[], readonly ApplicationState[]>(
  'applications.states',
);

/** A message that another plugin adds to a timeline. */
export interface TimelineMessage {
  readonly applicationId: number;
  readonly area: Area;
  readonly message: string;
  readonly senderId: number;
  /** Stored files without another owner; they are shown among the application's documents. */
  readonly fileIds: readonly number[];
}

/**
 * Adds a message to a timeline, in the caller's transaction: its files, the audit entry, the event for open
 * pages. Returns the neighbourhood of the application; null if there is none within the area.
 */
export const addMessageQuery = defineQuery<TimelineMessage, { readonly neighborhoodId: number } | null>(
  'applications.addMessage',
);

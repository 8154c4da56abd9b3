import { type Area, defineQuery } from '#kernel/plugin-api/contract.ts';
import type { Status } from './statuses.ts';

/** The state of an application, without data of its citizen. */
export interface ApplicationState {
  readonly id: number;
  readonly status: Status;
  /** The deadline; null without one. */
  readonly cancelTime: string | null;
  /** Open, and past its deadline. */
  readonly late: boolean;
  readonly neighborhoodId: number;
}

/** Asks where some applications stand; those that are not there are left out. */
export const applicationStatesQuery = defineQuery<readonly number[], readonly ApplicationState[]>(
  'applications.states',
);

/** A message that another plugin adds to a timeline. */
export interface TimelineMessage {
  readonly applicationId: number;
  readonly area: Area;
  readonly message: string;
  readonly senderId: number;
  /** Stored files without another owner; they are shown in the documents of the application. */
  readonly fileIds: readonly number[];
}

/**
 * Adds a message to a timeline, in the caller's transaction: its files, the audit entry, the event for the screens. Returns the
 * neighbourhood of the application, null if there is none within the area.
 */
export const addMessageQuery = defineQuery<TimelineMessage, { readonly neighborhoodId: number } | null>(
  'applications.addMessage',
);

import { type Area, defineQuery, hook } from '#kernel/plugin-api/contract.ts';

/** The groups of an admin's work by urgency; each open application is in the first one that matches. */
export const workGroups = ['late', 'tasks', 'due', 'waiting', 'new', 'open'] as const;
export type WorkGroup = (typeof workGroups)[number];

/**
 * The criteria of an admin's work: the applications in an area that they are responsible for, and those
 * without a receiver.
 */
export interface WorkCriteria {
  readonly adminId: number;
  readonly area: Area;
  /** All groups if undefined. */
  readonly group: WorkGroup | undefined;
  /** The limit for each group. */
  readonly limit: number;
}

interface Person {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
}

/** An application in an admin's work. Times are ISO 8601. */
export interface WorkItem {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly neighborhood: {
    readonly id: number;
    readonly uz: { readonly name: string };
    readonly ru: { readonly name: string };
  };
  readonly status: 'created' | 'accepted';
  readonly planned_assistance: string;
  readonly cancel_time: string | null;
  readonly createdAt: string;
  /** The admin's task in this application that is due first; null in the other groups. */
  readonly task: {
    readonly id: number;
    readonly due_at: string | null;
    /** The absent admin whom it was meant for, if the admin is their substitute. */
    readonly instead_of: Person | null;
  } | null;
  /** The step of another person that waits for an answer or created the task; null in the other groups. */
  readonly step: {
    readonly createdAt: string;
    readonly message: string;
    readonly sender: Person | null;
  } | null;
}

/** A group with its exact count and its most urgent items. */
export interface WorkGroupPage {
  readonly key: WorkGroup;
  readonly count: number;
  readonly items: readonly WorkItem[];
}

/** Returns an admin's work, by group. */
export const workQuery = defineQuery<WorkCriteria, readonly WorkGroupPage[]>('applications.work');

/** An application is new or has changed. Called in the transaction of the change. */
export const applicationChangedHook = hook<{ readonly id: number; readonly neighborhoodId: number }>(
  'applications.changed',
);

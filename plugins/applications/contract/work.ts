import { type Area, defineQuery, hook } from '#kernel/plugin-api/contract.ts';

/** The groups of an admin's work by urgency; each open application is in the first that fits. */
export const workGroups = ['late', 'tasks', 'due', 'waiting', 'new', 'open'] as const;
export type WorkGroup = (typeof workGroups)[number];

/**
 * The criteria of an admin's work: the applications that they are responsible for within an area, and those without a receiver.
 */
export interface WorkCriteria {
  readonly adminId: number;
  readonly area: Area;
  /** All groups where it is undefined. */
  readonly group: WorkGroup | undefined;
  /** Of each group. */
  readonly limit: number;
}

interface Person {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
}

/** An application in an admin's work. Moments are ISO 8601. */
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
  /** The task that is due first of those given to the admin in this application; null in the other groups. */
  readonly task: {
    readonly id: number;
    readonly due_at: string | null;
    /** The absent admin for whom it was meant, if the admin is a substitute. */
    readonly instead_of: Person | null;
  } | null;
  /** The step of another person that waits for an answer, or that gave the task; null in the other groups. */
  readonly step: {
    readonly createdAt: string;
    readonly message: string;
    readonly sender: Person | null;
  } | null;
}

/** A group with its exact count and its first items, the most urgent first. */
export interface WorkGroupPage {
  readonly key: WorkGroup;
  readonly count: number;
  readonly items: readonly WorkItem[];
}

/** Returns an admin's work, by group. */
export const workQuery = defineQuery<WorkCriteria, readonly WorkGroupPage[]>('applications.work');

/** An application has come, or is as it was not before. In the transaction of the change. */
export const applicationChangedHook = hook<{ readonly id: number; readonly neighborhoodId: number }>(
  'applications.changed',
);

import type { Kind } from './shape.ts';

/** What may be done with one kind of shape. */
export interface KindRights {
  readonly add: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
  /** Names and colours; as `edit` where it is not given. */
  readonly style?: boolean | undefined;
}

/** Whether something may be done with a kind of shape. */
export function hasRight(rights: KindRights, right: keyof KindRights): boolean {
  return rights[right] ?? rights.edit;
}

/** What is allowed on a map, for buttons, keys, calls, imports and undo alike. */
export interface Rights {
  readonly polygon: KindRights;
  readonly marker: KindRights;
}

/** How many shapes there may be; `null` is no limit. */
export interface Limits {
  readonly polygon: number | null;
  readonly marker: number | null;
}

/** Everything is allowed. */
export const allRights: Rights = {
  polygon: { add: true, edit: true, delete: true },
  marker: { add: true, edit: true, delete: true },
};

/** Nothing is allowed: a map in view mode. */
export const noRights: Rights = {
  polygon: { add: false, edit: false, delete: false },
  marker: { add: false, edit: false, delete: false },
};

/** No limits. */
export const noLimits: Limits = { polygon: null, marker: null };

/** A right that a step needed, and that undoing it needs again. */
export interface RequiredRight {
  readonly kind: Kind;
  readonly right: keyof KindRights;
}

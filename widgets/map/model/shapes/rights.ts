import type { Kind } from './shape.ts';

/** The permissions for one kind of shape. */
export interface KindRights {
  readonly add: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
  /** Whether names and colours may be changed; defaults to `edit`. */
  readonly style?: boolean | undefined;
}

/** Whether an action on a kind of shape is permitted. */
export function hasRight(rights: KindRights, right: keyof KindRights): boolean {
  return rights[right] ?? rights.edit;
}

/** The permissions of a map, for buttons, keys, calls, imports and undo. */
export interface Rights {
  readonly polygon: KindRights;
  readonly marker: KindRights;
}

/** The maximum numbers of shapes; `null` is no limit. */
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

/** A permission that a step required, and that undoing it requires as well. */
export interface RequiredRight {
  readonly kind: Kind;
  readonly right: keyof KindRights;
}

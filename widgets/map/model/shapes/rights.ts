import type { Kind } from './shape.ts';

/** What may be done with one kind of shape. */
export interface KindRights {
  readonly add: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
}

/** What may be done on this map, whoever asks: a button, a key, a call, an import, an undo. */
export interface Rights {
  readonly polygon: KindRights;
  readonly marker: KindRights;
}

/** How many shapes there may be; `null` is no limit. */
export interface Limits {
  readonly polygon: number | null;
  readonly marker: number | null;
}

/** Everything allowed. */
export const allRights: Rights = {
  polygon: { add: true, edit: true, delete: true },
  marker: { add: true, edit: true, delete: true },
};

/** Nothing allowed: a map to look at. */
export const noRights: Rights = {
  polygon: { add: false, edit: false, delete: false },
  marker: { add: false, edit: false, delete: false },
};

/** As many shapes as one likes. */
export const noLimits: Limits = { polygon: null, marker: null };

/** A right that a step was made with, and that undoing it asks for again. */
export interface Need {
  readonly kind: Kind;
  readonly right: keyof KindRights;
}

import type { Right } from './callers.ts';
import type { Secret } from './canaries.ts';
import type { Area, World } from './world.ts';

/** The target of `:id` in a path; a spare one is removed by the call. */
export type Kind =
  | 'application' | 'household' | 'street' | 'neighborhood' | 'spareNeighborhood' | 'spareBorder' | 'user' | 'admin' | 'role' | 'direction'
  | 'category' | 'entry' | 'spareEntry' | 'site' | 'plugin' | 'notice' | 'ownSession' | 'adminSession' | 'spareUser'
  | 'twoUsers' | 'merge' | 'letter' | 'template' | 'spareTemplate' | 'batch' | 'bulk' | 'view' | 'deletedView' | 'deletedNeighborhood' | 'deletedTemplate'
  | 'erasureRequest' | 'hold'; // prettier-ignore

/** The context of a call. */
export interface CallContext {
  readonly world: World;
  /** The neighbourhood of the target or of the new record. */
  readonly place: Area;
  /** Unique. */
  readonly serial: number;
  /** The id in the path, and the second one if there are two. */
  readonly ids: readonly [number, number];
  /** Receivers of applications there: one who makes calls, and one who listens. */
  readonly receivers: readonly number[];
}

/** How a call is made, and its expected status. */
interface CallVariant {
  readonly target?: Kind;
  readonly body?: (context: CallContext) => object;
  readonly form?: (context: CallContext) => Readonly<Record<string, string | number | File>>;
  readonly queries?: (world: World) => readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Defaults to 200 or 201. */
  readonly expects?: readonly number[];
}

/** Personal data that a response may disclose: to holders of a permission, only within their area. */
export type Disclosure = Readonly<Partial<Record<Right, readonly Secret[]>>>;

/** One call: the permission that it requires, what its response may disclose to whom, and how it succeeds. */
export interface Row extends CallVariant {
  readonly requires: Right;
  readonly discloses?: Disclosure;
  /** Whether it reads the register of the whole city, whose citizens applied anywhere. */
  readonly isCitywide?: true;
  /** Whether the new record belongs to a neighbourhood, which has to be the caller's. */
  readonly isLocal?: true;
  /** Whether it rejects an outdated version, and what it discloses of the current one. */
  readonly versioned?: Disclosure;
  /** Whether it is about its target's history: `:entry` is a version of it. */
  readonly hasHistory?: true;
  /** Further ways to make the call. */
  readonly variants?: readonly CallVariant[];
}

/** The version of citizens and neighbourhoods that are created for one call. */
export const spareVersion = '2026-01-02T03:04:05.678Z';

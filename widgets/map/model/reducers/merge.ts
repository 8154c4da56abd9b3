import { hasSameContent, hasSameOutline, linesOf } from '../exchange/equal.ts';
import {
  byNumber,
  type ExistingMode,
  type ParsedShape,
  type ParseResult,
  type Report,
  type ShapeIssue,
} from '../exchange/parse-result.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import { withOutline } from '../shapes/rings.ts';
import { allRights, type KindRights, type Rights } from '../shapes/rights.ts';
import type { AnyShape, Kind, PolygonShape, ShapeId, Shapes } from '../shapes/shape.ts';
import { remainingCapacity } from '../state/commit.ts';
import type { MapState } from '../state/state.ts';
import { outlineFault } from '../state/validity.ts';

/** The shapes of a map merged with the read ones. */
export interface Merged extends Report {
  readonly shapes: Shapes;
  /** The read shapes that are added, and with `update` those with the id of a shape on the map. */
  readonly matches: readonly ShapeMatch[];
}

/** A read shape, and the shape of the map with its id. */
export interface ShapeMatch {
  /** The number of the shape in the text, starting at 1. */
  readonly number: number;
  readonly read: AnyShape;
  /** Null for a shape that is added. */
  readonly before: AnyShape | null;
}

/** How read shapes are merged into a map. */
interface MergeOptions {
  /** The required permissions; null for none. */
  readonly rights: Rights | null;
  /** The handling of shapes whose id is already on the map; `add` by default. */
  readonly existing?: ExistingMode;
}

/**
 * Adds read shapes to a map, as far as its permissions and limits allow. A shape that is already on the map is left out; one
 * with the id of another shape gets a new id, replaces the outline of that shape, or is left out.
 */
export function mergeInto(
  state: Pick<MapState, 'shapes' | 'limits' | 'options'>,
  { polygons, markers, skipped, notes, format, failure }: ParseResult,
  { rights, existing = 'add' }: MergeOptions,
): Merged {
  const findings: Findings = { skipped: [...skipped], notes: [...notes], matches: [] };
  const polygonFault = (polygon: PolygonShape) =>
    state.options.allowSelfIntersection ? null : outlineFault(polygon);
  const rulesOf = (kind: Kind): MergeRules => ({
    kind,
    capacity: remainingCapacity(state, kind),
    rights: rights === null ? allRights[kind] : rights[kind],
    existing,
  });
  const { shapes } = state;
  const newPolygons = admit(shapes.polygons, polygons, rulesOf('polygon'), findings, {
    faultOf: polygonFault,
    reshaped: withOutline,
  });
  const newMarkers = admit(shapes.markers, markers, rulesOf('marker'), findings, {
    faultOf: () => null,
    reshaped: (marker, { coords }) => ({ ...marker, coords }),
  });
  return {
    format,
    failure,
    shapes: {
      polygons: withAdmitted(shapes.polygons, newPolygons),
      markers: withAdmitted(shapes.markers, newMarkers),
    },
    accepted: newPolygons.added.length + newMarkers.added.length,
    changed: newPolygons.replaced.size + newMarkers.replaced.size,
    skipped: findings.skipped.toSorted(byNumber),
    notes: findings.notes.toSorted(byNumber),
    matches: findings.matches,
  };
}

/** The report of a merge. */
export function reportOf({ format, failure, accepted, changed, skipped, notes }: Merged): Report {
  return { format, failure, accepted, changed, skipped, notes };
}

/** What a merge finds out about the read shapes. */
interface Findings {
  readonly skipped: ShapeIssue[];
  readonly notes: ShapeIssue[];
  readonly matches: ShapeMatch[];
}

/** The rules by which a map accepts shapes of one kind. */
interface MergeRules {
  readonly kind: Kind;
  readonly capacity: number;
  readonly rights: KindRights;
  readonly existing: ExistingMode;
}

/** The operations that differ between the kinds of shapes. */
interface Reshaping<T> {
  readonly faultOf: (shape: T) => Reason | null;
  /** A shape with the outline of another. */
  readonly reshaped: (shape: T, other: T) => T;
}

/** The shapes that a map accepts from an import. */
interface Admitted<T> {
  readonly added: readonly T[];
  readonly replaced: ReadonlyMap<T, T>;
}

function withAdmitted<T>(shapes: readonly T[], { added, replaced }: Admitted<T>): readonly T[] {
  if (added.length + replaced.size === 0) return shapes;
  return [...shapes.map((shape) => replaced.get(shape) ?? shape), ...added];
}

function admit<T extends AnyShape>(
  shapes: readonly T[],
  parsed: readonly ParsedShape<T>[],
  { kind, capacity, rights, existing }: MergeRules,
  { skipped, notes, matches }: Findings,
  { faultOf, reshaped }: Reshaping<T>,
): Admitted<T> {
  const ids = new IdAllocator(shapes);
  const known = new DuplicateIndex(parsed.length > 0 ? shapes : []);
  // Of several shapes with the same id in a file, the first one corresponds to the map's.
  const numbers = new Map(
    existing === 'add' ? [] : shapes.map((shape) => [String(shape.id), shape] as const),
  );
  const added: T[] = [];
  const replaced = new Map<T, T>();
  for (const { number, shape, named } of parsed) {
    const { title } = shape;
    const skip = (reason: Reason) => skipped.push({ number, title, kind, reason });
    const note = (reason: Reason | null) => reason && notes.push({ number, title, kind, reason });
    const twin = named ? numbers.get(String(shape.id)) : undefined;
    if (twin) {
      numbers.delete(String(shape.id));
      const isSame = existing === 'update' && hasSameOutline(twin, shape);
      if (existing === 'skip' || isSame) skip('duplicate_id');
      else if (!rights.edit) skip('not_allowed');
      else {
        note(faultOf(shape));
        replaced.set(twin, reshaped(twin, shape));
      }
      if (isSame || replaced.has(twin)) matches.push({ number, read: shape, before: twin });
    } else if (!rights.add) skip('not_allowed');
    else if (known.has(shape, named)) skip('duplicate_id');
    else if (added.length >= capacity) skip('limit');
    else {
      const id = ids.take(shape.id);
      if (id !== shape.id) note('duplicate_id');
      note(faultOf(shape));
      known.add(shape);
      matches.push({ number, read: shape, before: null });
      added.push(id === shape.id ? shape : { ...shape, id });
    }
  }
  return { added, replaced };
}

/** Finds shapes by their content. */
class ContentIndex {
  readonly #shapes = new Map<string, AnyShape[]>();

  constructor(shapes: readonly AnyShape[]) {
    for (const shape of shapes) this.add(shape);
  }

  add(shape: AnyShape): void {
    const key = contentKey(shape);
    const alike = this.#shapes.get(key);
    if (alike) alike.push(shape);
    else this.#shapes.set(key, [shape]);
  }

  has(shape: AnyShape): boolean {
    return this.#shapes.get(contentKey(shape))?.some((other) => hasSameContent(other, shape)) ?? false;
  }
}

/** The minimum number of a long ring's vertices in its key. */
const minKeyVertices = 32;

/** A key of a shape's content; collisions are unlikely. */
function contentKey(shape: AnyShape): string {
  const lines = linesOf(shape);
  const positions = lines.flat();
  const step = Math.max(1, Math.floor(positions.length / minKeyVertices));
  const sample = positions.filter((_, index) => index % step === 0);
  return [shape.title, shape.color, lines.length, positions.length, ...sample].join(' ');
}

/**
 * Finds equal shapes, with their ids or, for files without ids, regardless of them. Most ids are unique, so
 * contents are compared only for shapes that share an id, or once a shape without an id is searched.
 */
class DuplicateIndex {
  readonly #all: AnyShape[] = [];
  readonly #byId = new Map<string, AnyShape | ContentIndex>();
  #byContent: ContentIndex | null = null;

  constructor(shapes: readonly AnyShape[]) {
    for (const shape of shapes) this.add(shape);
  }

  add(shape: AnyShape): void {
    const key = String(shape.id);
    const before = this.#byId.get(key);
    if (before === undefined) this.#byId.set(key, shape);
    else if (before instanceof ContentIndex) before.add(shape);
    else this.#byId.set(key, new ContentIndex([before, shape]));
    if (this.#byContent) this.#byContent.add(shape);
    else this.#all.push(shape);
  }

  has(shape: AnyShape, named: boolean): boolean {
    if (!named) {
      this.#byContent ??= new ContentIndex(this.#all);
      return this.#byContent.has(shape);
    }
    const alike = this.#byId.get(String(shape.id));
    if (alike instanceof ContentIndex) return alike.has(shape);
    return alike !== undefined && hasSameContent(alike, shape);
  }
}

/** Hands out ids, each once. */
class IdAllocator {
  readonly #taken: Set<string>;
  readonly #nextNumbers = new Map<string, number>();

  constructor(shapes: readonly { readonly id: ShapeId }[]) {
    this.#taken = new Set(shapes.map(({ id }) => String(id)));
  }

  take(requested: ShapeId): ShapeId {
    const key = String(requested);
    if (!this.#taken.has(key)) {
      this.#taken.add(key);
      return requested;
    }
    let number = this.#nextNumbers.get(key) ?? 2;
    while (this.#taken.has(`${key}-${number}`)) number += 1;
    const id = `${key}-${number}`;
    this.#nextNumbers.set(key, number + 1);
    this.#taken.add(id);
    return id;
  }
}

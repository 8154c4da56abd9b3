import { hasSameContent, placesOf } from '../exchange/equal.ts';
import {
  byNumber,
  type ParsedShape,
  type ParseResult,
  type Report,
  type ShapeIssue,
} from '../exchange/parse-result.ts';
import type { Rights } from '../shapes/rights.ts';
import type { AnyShape, Kind, PolygonShape, ShapeId, Shapes } from '../shapes/shape.ts';
import { remainingCapacity } from '../state/commit.ts';
import type { MapState } from '../state/state.ts';
import { ringFault } from '../state/validity.ts';

/** The shapes of a map together with those that were read. */
interface Merged extends Report {
  readonly shapes: Shapes;
}

/**
 * Adds what was read to a map, as far as its rights and limits allow; `rights: null` asks for none. A shape that the map
 * already has in every respect is left out; one whose id another shape has gets a new id.
 */
export function mergeInto(
  state: Pick<MapState, 'shapes' | 'limits' | 'options'>,
  { polygons, markers, skipped, notes, format, failure }: ParseResult,
  { rights }: { readonly rights: Rights | null },
): Merged {
  const issues: Issues = { skipped: [...skipped], notes: [...notes] };
  const ringFaultOf = ({ coords }: PolygonShape) =>
    state.options.allowSelfIntersection ? null : ringFault(coords);
  const admission = (kind: Kind): Admission => ({
    kind,
    capacity: remainingCapacity(state, kind),
    isAllowed: rights === null || rights[kind].add,
  });
  const { shapes } = state;
  const newPolygons = admit(shapes.polygons, polygons, admission('polygon'), issues, ringFaultOf);
  const newMarkers = admit(shapes.markers, markers, admission('marker'), issues, () => null);
  return {
    format,
    failure,
    shapes: {
      polygons: newPolygons.length > 0 ? [...shapes.polygons, ...newPolygons] : shapes.polygons,
      markers: newMarkers.length > 0 ? [...shapes.markers, ...newMarkers] : shapes.markers,
    },
    accepted: newPolygons.length + newMarkers.length,
    skipped: issues.skipped.toSorted(byNumber),
    notes: issues.notes.toSorted(byNumber),
  };
}

/** The report of a merge. */
export function reportOf({ format, failure, accepted, skipped, notes }: Merged): Report {
  return { format, failure, accepted, skipped, notes };
}

interface Issues {
  readonly skipped: ShapeIssue[];
  readonly notes: ShapeIssue[];
}

interface Admission {
  readonly kind: Kind;
  readonly capacity: number;
  readonly isAllowed: boolean;
}

function admit<T extends AnyShape>(
  existing: readonly T[],
  parsed: readonly ParsedShape<T>[],
  { kind, capacity, isAllowed }: Admission,
  { skipped, notes }: Issues,
  ringFaultOf: (shape: T) => ShapeIssue['reason'] | null,
): readonly T[] {
  const ids = new IdAllocator(existing);
  const known = new DuplicateIndex(parsed.length > 0 ? existing : []);
  const admitted: T[] = [];
  for (const { number, shape, named } of parsed) {
    const issue = (reason: ShapeIssue['reason']): ShapeIssue => ({
      number,
      title: shape.title,
      kind,
      reason,
    });
    if (!isAllowed) skipped.push(issue('not_allowed'));
    else if (known.has(shape, named)) skipped.push(issue('duplicate_id'));
    else if (admitted.length >= capacity) skipped.push(issue('limit'));
    else {
      const id = ids.take(shape.id);
      const fault = ringFaultOf(shape);
      if (id !== shape.id) notes.push(issue('duplicate_id'));
      if (fault) notes.push(issue(fault));
      known.add(shape);
      admitted.push(id === shape.id ? shape : { ...shape, id });
    }
  }
  return admitted;
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

/** How many vertices of a long ring are part of its key at least. */
const minKeyVertices = 32;

/** A text that shapes of different content hardly share. */
function contentKey(shape: AnyShape): string {
  const places = placesOf(shape);
  const step = Math.max(1, Math.floor(places.length / minKeyVertices));
  const sample = places.filter((_, index) => index % step === 0);
  return [shape.title, shape.color, places.length, ...sample].join(' ');
}

/**
 * Finds shapes that are the same, with their ids or, for files without ids, without them. Most ids are unique: contents are
 * compared only of shapes that share an id, and once a shape without an id is looked for.
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

  take(wanted: ShapeId): ShapeId {
    const key = String(wanted);
    let number = this.#nextNumbers.get(key) ?? 2;
    let id: ShapeId = wanted;
    while (this.#taken.has(String(id))) {
      id = `${key}-${number}`;
      number += 1;
    }
    this.#nextNumbers.set(key, number);
    this.#taken.add(String(id));
    return id;
  }
}

import { ringFault } from '../state/assess.ts';
import { remainingCapacity } from '../state/commit.ts';
import type { Rights } from '../shapes/rights.ts';
import {
  type Kind,
  type MarkerShape,
  type PolygonShape,
  type ShapeId,
  type Shapes,
} from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import { byNumber } from '../exchange/again.ts';
import type { ParsedShape, ParseResult, ShapeIssue, Report } from '../exchange/reading.ts';

/** The shapes of a map together with those that were read. */
export interface Merged extends Report {
  readonly shapes: Shapes;
}

/**
 * Adds what was read to a map, as far as its rights and limits let it in; `rights: null` asks for none. A shape that is
 * there already in every respect is left out; one whose id another shape has gets a new id.
 */
export function mergeInto(
  state: Pick<MapState, 'shapes' | 'limits' | 'options'>,
  reading: ParseResult,
  { rights }: { readonly rights: Rights | null },
): Merged {
  const remarks: Remarks = { skipped: [...reading.skipped], notes: [...reading.notes] };
  const check = state.options.allowSelfIntersection
    ? () => null
    : ({ coords }: PolygonShape) => ringFault(coords);
  const gate = (kind: Kind): Admission => ({
    kind,
    room: remainingCapacity(state, kind),
    allowed: rights === null || rights[kind].add,
  });
  const polygons = admitShapes(state.shapes.polygons, reading.polygons, gate('polygon'), remarks, check);
  const markers = admitShapes(state.shapes.markers, reading.markers, gate('marker'), remarks, () => null);
  return {
    format: reading.format,
    failure: reading.failure,
    shapes: {
      polygons: polygons.length > 0 ? [...state.shapes.polygons, ...polygons] : state.shapes.polygons,
      markers: markers.length > 0 ? [...state.shapes.markers, ...markers] : state.shapes.markers,
    },
    accepted: polygons.length + markers.length,
    skipped: remarks.skipped.toSorted(byNumber),
    notes: remarks.notes.toSorted(byNumber),
  };
}

/** What is told of a merge. */
export function reportOf({ format, failure, accepted, skipped, notes }: Merged): Report {
  return { format, failure, accepted, skipped, notes };
}

interface Remarks {
  readonly skipped: ShapeIssue[];
  readonly notes: ShapeIssue[];
}

interface Admission {
  readonly kind: Kind;
  readonly room: number;
  readonly allowed: boolean;
}

function admitShapes<T extends PolygonShape | MarkerShape>(
  there: readonly T[],
  found: readonly ParsedShape<T>[],
  { kind, room, allowed }: Admission,
  { skipped, notes }: Remarks,
  check: (shape: T) => ShapeIssue['reason'] | null,
): readonly T[] {
  const ids = new IdAllocator(there);
  const known = new DuplicateIndex(found.length > 0 ? there : []);
  const admittedShapes: T[] = [];
  for (const { number, shape, named } of found) {
    const remark = (reason: ShapeIssue['reason']): ShapeIssue => ({
      number,
      title: shape.title,
      kind,
      reason,
    });
    if (!allowed) skipped.push(remark('not_allowed'));
    else if (known.has(shape, named)) skipped.push(remark('duplicate_id'));
    else if (admittedShapes.length >= room) skipped.push(remark('limit'));
    else {
      const id = ids.take(shape.id);
      const fault = check(shape);
      if (id !== shape.id) notes.push(remark('duplicate_id'));
      if (fault) notes.push(remark(fault));
      known.add(shape);
      admittedShapes.push(id === shape.id ? shape : { ...shape, id });
    }
  }
  return admittedShapes;
}

type Shape = PolygonShape | MarkerShape;

/** Shapes by what is {@link hashOf} them. */
type ShapesByHash = Map<number, Shape[]>;

/**
 * Remembers shapes by everything about them, with their id and without: files without ids make them anew each time. Most
 * shapes have an id that no other has; then nothing else about them needs to be looked at.
 */
class DuplicateIndex {
  readonly #all: Shape[] = [];
  readonly #named = new Map<string, Shape | ShapesByHash>();
  /** Made when the first shape without an id is asked for. */
  #printed: ShapesByHash | null = null;

  constructor(shapes: readonly Shape[]) {
    for (const shape of shapes) this.add(shape);
  }

  add(shape: Shape): void {
    const key = String(shape.id);
    const before = this.#named.get(key);
    if (before === undefined) this.#named.set(key, shape);
    else if (before instanceof Map) put(before, shape);
    else this.#named.set(key, indexByHash([before, shape]));
    if (this.#printed) put(this.#printed, shape);
    else this.#all.push(shape);
  }

  has(shape: Shape, named: boolean): boolean {
    if (!named) {
      this.#printed ??= indexByHash(this.#all);
      return isAmong(this.#printed, shape);
    }
    const alike = this.#named.get(String(shape.id));
    return alike instanceof Map ? isAmong(alike, shape) : alike !== undefined && isSame(alike, shape);
  }
}

function indexByHash(shapes: readonly Shape[]): ShapesByHash {
  const all: ShapesByHash = new Map();
  for (const shape of shapes) put(all, shape);
  return all;
}

function put(shapes: ShapesByHash, shape: Shape): void {
  const print = hashOf(shape);
  const alike = shapes.get(print);
  if (alike) alike.push(shape);
  else shapes.set(print, [shape]);
}

function isAmong(shapes: ShapesByHash, shape: Shape): boolean {
  return (shapes.get(hashOf(shape)) ?? []).some((other) => isSame(other, shape));
}

type Numbers = number | readonly Numbers[];

/** A shape in one number; what has the same one is looked at corner by corner. */
function hashOf({ title, color, coords }: Shape): number {
  return hashNumbers(coords, hashText(title, hashText(color, coords.length)));
}

function hashText(text: string, before: number): number {
  let after = before;
  for (let at = 0; at < text.length; at += 1) after = (Math.imul(after, 31) + text.charCodeAt(at)) | 0;
  return after;
}

/** Of a long ring so many corners are mixed at least, from all along it. */
const minHashedVertices = 32;

function hashNumbers(numbers: readonly Numbers[], before: number): number {
  let after = before;
  const step = Math.max(1, Math.floor(numbers.length / minHashedVertices));
  for (let at = 0; at < numbers.length; at += step) {
    const part = numbers[at] ?? 0;
    after = typeof part === 'number' ? (Math.imul(after, 31) + part * 1e7) | 0 : hashNumbers(part, after);
  }
  return after;
}

function isSame(one: Shape, other: Shape): boolean {
  return one.color === other.color && one.title === other.title && sameNumbers(one.coords, other.coords);
}

function sameNumbers(one: Numbers, other: Numbers): boolean {
  if (typeof one === 'number' || typeof other === 'number') return one === other;
  return one.length === other.length && one.every((part, index) => sameNumbers(part, other[index] ?? []));
}

/** Hands out ids, each once. */
class IdAllocator {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(shapes: readonly { readonly id: ShapeId }[]) {
    this.#taken = new Set(shapes.map(({ id }) => String(id)));
  }

  take(wanted: ShapeId): ShapeId {
    const key = String(wanted);
    let number = this.#next.get(key) ?? 2;
    let id: ShapeId = wanted;
    while (this.#taken.has(String(id))) {
      id = `${key}-${number}`;
      number += 1;
    }
    this.#next.set(key, number);
    this.#taken.add(String(id));
    return id;
  }
}

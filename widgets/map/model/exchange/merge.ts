import { faultOf } from '../assess.ts';
import { roomFor } from '../commit.ts';
import type { Rights } from '../rights.ts';
import type { Kind, MarkerShape, PolygonShape, ShapeId, Shapes } from '../shape.ts';
import type { MapState } from '../state.ts';
import type { Found, Reading, Remark, Report } from './reading.ts';

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
  reading: Reading,
  { rights }: { readonly rights: Rights | null },
): Merged {
  const remarks: Remarks = { skipped: [...reading.skipped], notes: [...reading.notes] };
  const check = state.options.allowSelfIntersection
    ? () => null
    : ({ coords }: PolygonShape) => faultOf(coords);
  const gate = (kind: Kind): Gate => ({
    kind,
    room: roomFor(state, kind),
    allowed: rights === null || rights[kind].add,
  });
  const polygons = admitted(state.shapes.polygons, reading.polygons, gate('polygon'), remarks, check);
  const markers = admitted(state.shapes.markers, reading.markers, gate('marker'), remarks, () => null);
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
  readonly skipped: Remark[];
  readonly notes: Remark[];
}

interface Gate {
  readonly kind: Kind;
  readonly room: number;
  readonly allowed: boolean;
}

function admitted<T extends PolygonShape | MarkerShape>(
  there: readonly T[],
  found: readonly Found<T>[],
  { kind, room, allowed }: Gate,
  { skipped, notes }: Remarks,
  check: (shape: T) => Remark['reason'] | null,
): readonly T[] {
  const ids = new Ids(there);
  const known = new Prints(found.length > 0 ? there : []);
  const admittedShapes: T[] = [];
  for (const { number, shape, named } of found) {
    const remark = (reason: Remark['reason']): Remark => ({ number, title: shape.title, kind, reason });
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

/** Remembers shapes by everything about them, with their id and without: files without ids make them anew each time. */
class Prints {
  readonly #shapes = new Map<string, (PolygonShape | MarkerShape)[]>();

  constructor(shapes: readonly (PolygonShape | MarkerShape)[]) {
    for (const shape of shapes) this.add(shape);
  }

  add(shape: PolygonShape | MarkerShape): void {
    const print = printOf(shape);
    for (const key of [print, `${print} ${shape.id}`]) {
      const alike = this.#shapes.get(key);
      if (alike) alike.push(shape);
      else this.#shapes.set(key, [shape]);
    }
  }

  has(shape: PolygonShape | MarkerShape, named: boolean): boolean {
    const print = printOf(shape);
    const alike = this.#shapes.get(named ? `${print} ${shape.id}` : print) ?? [];
    return alike.some(({ coords }) => sameNumbers(coords, shape.coords));
  }
}

type Numbers = number | readonly Numbers[];

/** Short however many corners there are; what has the same print is looked at corner by corner. */
function printOf({ title, color, coords }: PolygonShape | MarkerShape): string {
  return JSON.stringify([color, title, coords.length, mixed(coords, 7)]);
}

function mixed(numbers: Numbers, before: number): number {
  if (typeof numbers === 'number') return (Math.imul(before, 31) + Math.round(numbers * 1e7)) | 0;
  let after = before;
  for (const part of numbers) after = mixed(part, after);
  return after;
}

function sameNumbers(one: Numbers, other: Numbers): boolean {
  if (typeof one === 'number' || typeof other === 'number') return one === other;
  return one.length === other.length && one.every((part, index) => sameNumbers(part, other[index] ?? []));
}

/** Hands out ids, each once. */
class Ids {
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

function byNumber(one: Remark, other: Remark): number {
  return one.number - other.number;
}

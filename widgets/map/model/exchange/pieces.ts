import { checkOf, rememberCheck } from '../assess.ts';
import type { CrossingCheck } from '../geometry/crossings.ts';
import type { MarkerShape, PolygonShape } from '../shape.ts';
import type { Found, Reading, Remark } from './reading.ts';

/** A part of what a worker has read, small enough to be taken over between two pictures. */
export interface Piece {
  readonly polygons: readonly Found<PolygonShape>[];
  /** Where the edges of each of them meet: the page need not look for that itself. */
  readonly checks: readonly CrossingCheck[];
  readonly markers: readonly Found<MarkerShape>[];
  readonly skipped: readonly Remark[];
  readonly notes: readonly Remark[];
  /** With the last piece: what it was written in, and whether it could be read. */
  readonly end: Pick<Reading, 'format' | 'failure'> | null;
}

/** A piece ends after so many corners, markers or remarks; a longer polygon is a piece of its own. */
export const pieceSize = 20_000;

const empty: Piece = { polygons: [], checks: [], markers: [], skipped: [], notes: [], end: null };

/** Cuts a reading into pieces; the last one holds no shapes. */
export function* piecesOf({ polygons, markers, skipped, notes, format, failure }: Reading): Generator<Piece> {
  for (const some of cut(polygons, ({ shape }) => shape.coords.length)) {
    yield { ...empty, polygons: some, checks: some.map(({ shape }) => checkOf(shape.coords)) };
  }
  for (const some of cut(markers)) yield { ...empty, markers: some };
  for (const some of cut(skipped)) yield { ...empty, skipped: some };
  for (const some of cut(notes)) yield { ...empty, notes: some };
  yield { ...empty, end: { format, failure } };
}

/** Puts a reading together again. */
export class Pieces {
  readonly #polygons: Found<PolygonShape>[] = [];
  readonly #markers: Found<MarkerShape>[] = [];
  readonly #skipped: Remark[] = [];
  readonly #notes: Remark[] = [];

  /** Takes a piece; answers the reading with the last one. */
  take({ polygons, checks, markers, skipped, notes, end }: Piece): Reading | null {
    for (const [index, found] of polygons.entries()) {
      const check = checks[index];
      if (check) rememberCheck(found.shape.coords, check);
      this.#polygons.push(found);
    }
    for (const found of markers) this.#markers.push(found);
    for (const remark of skipped) this.#skipped.push(remark);
    for (const remark of notes) this.#notes.push(remark);
    if (!end) return null;
    return {
      ...end,
      polygons: this.#polygons,
      markers: this.#markers,
      skipped: this.#skipped,
      notes: this.#notes,
    };
  }
}

/** Cuts a list where so much of it has come together. */
export function* cut<T>(list: readonly T[], weigh: (item: T) => number = () => 1): Generator<readonly T[]> {
  let from = 0;
  let weight = 0;
  for (const [index, item] of list.entries()) {
    const more = weigh(item);
    if (weight > 0 && weight + more > pieceSize) {
      yield list.slice(from, index);
      [from, weight] = [index, 0];
    }
    weight += more;
  }
  if (from < list.length) yield list.slice(from);
}

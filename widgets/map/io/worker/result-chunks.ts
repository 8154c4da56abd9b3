import { intersectionCheck, cacheCheck } from '../../model/state/validity.ts';
import type { IntersectionCheck } from '../../model/geometry/self-intersections.ts';
import { latLng, type LatLng, type MarkerShape, type PolygonShape } from '../../model/shapes/shape.ts';
import type { ParsedShape, ParseResult, ShapeIssue } from '../../model/exchange/parse-result.ts';

/** A polygon on its way, without its corners. */
type ShapeHead = ParsedShape<Omit<PolygonShape, 'coords'>> & { readonly corners: number };

/** A part of what a worker has read, small enough to be taken over between two pictures. */
export interface ResultChunk {
  readonly polygons: readonly ShapeHead[];
  /**
   * The corners of all of them, latitude and longitude in turn: they are handed over as they are. Copied one by one, as
   * lists in lists, they take the page four times as long, and the collector of what is left of that longer still.
   */
  readonly places: Float64Array<ArrayBuffer>;
  /** Where the edges of each of them meet: the page need not look for that itself. */
  readonly checks: readonly IntersectionCheck[];
  readonly markers: readonly ParsedShape<MarkerShape>[];
  readonly skipped: readonly ShapeIssue[];
  readonly notes: readonly ShapeIssue[];
  /** With the last piece: what it was written in, and whether it could be read. */
  readonly end: Pick<ParseResult, 'format' | 'failure'> | null;
}

/** A piece ends after so many corners, markers or remarks; a longer polygon is a piece of its own. */
export const chunkVertices = 20_000;

const empty: ResultChunk = {
  polygons: [],
  places: new Float64Array(),
  checks: [],
  markers: [],
  skipped: [],
  notes: [],
  end: null,
};

/** Cuts a reading into pieces; the last one holds no shapes. */
export function* chunksOf({
  polygons,
  markers,
  skipped,
  notes,
  format,
  failure,
}: ParseResult): Generator<ResultChunk> {
  for (const some of cut(polygons, ({ shape }) => shape.coords.length)) {
    const checks = some.map(({ shape }) => intersectionCheck(shape.coords));
    yield { ...empty, polygons: some.map(bare), places: placesOf(some), checks };
  }
  for (const some of cut(markers)) yield { ...empty, markers: some };
  for (const some of cut(skipped)) yield { ...empty, skipped: some };
  for (const some of cut(notes)) yield { ...empty, notes: some };
  yield { ...empty, end: { format, failure } };
}

/** What of a piece is handed over and not copied. Pieces without corners share one array, which would be gone with the first. */
export function transferables({ places }: ResultChunk): ArrayBuffer[] {
  return places.length > 0 ? [places.buffer] : [];
}

function bare({ number, named, shape: { coords, ...shape } }: ParsedShape<PolygonShape>): ShapeHead {
  return { number, named, shape, corners: coords.length };
}

function placesOf(polygons: readonly ParsedShape<PolygonShape>[]): Float64Array<ArrayBuffer> {
  return Float64Array.from(polygons.flatMap(({ shape }) => shape.coords.flat()));
}

/** The corners of a ring, of which the first stands at a number. */
function ringFrom(places: Float64Array, first: number, corners: number): readonly LatLng[] {
  return Array.from({ length: corners }, (_, corner) => {
    const at = (first + corner) * 2;
    return latLng(places[at] ?? 0, places[at + 1] ?? 0);
  });
}

/** Puts a reading together again. */
export class ResultAssembler {
  readonly #polygons: ParsedShape<PolygonShape>[] = [];
  readonly #markers: ParsedShape<MarkerShape>[] = [];
  readonly #skipped: ShapeIssue[] = [];
  readonly #notes: ShapeIssue[] = [];

  /** Takes a piece; answers the reading with the last one. */
  take({ polygons, places, checks, markers, skipped, notes, end }: ResultChunk): ParseResult | null {
    let first = 0;
    for (const [index, { number, named, shape, corners }] of polygons.entries()) {
      const coords = ringFrom(places, first, corners);
      first += corners;
      const check = checks[index];
      if (check) cacheCheck(coords, check);
      this.#polygons.push({ number, shape: { ...shape, coords }, named });
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
    if (weight > 0 && weight + more > chunkVertices) {
      yield list.slice(from, index);
      [from, weight] = [index, 0];
    }
    weight += more;
  }
  if (from < list.length) yield list.slice(from);
}

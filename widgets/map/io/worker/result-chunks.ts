import { intersectionCheck, cacheCheck } from '../../model/state/validity.ts';
import type { IntersectionCheck } from '../../model/geometry/self-intersections.ts';
import { countVertices, outlineOf, ringsOf } from '../../model/shapes/rings.ts';
import { latLng, type LatLng, type MarkerShape, type PolygonShape } from '../../model/shapes/shape.ts';
import type { ParsedShape, ParseResult, ShapeIssue } from '../../model/exchange/parse-result.ts';

/** A polygon without its vertices; `corners` is the number of vertices in each ring. */
type ShapeHead = ParsedShape<Omit<PolygonShape, 'coords' | 'otherRings'>> & {
  readonly corners: readonly number[];
};

/** A part of a worker's result, small enough to be handled between two frames. */
export interface ResultChunk {
  readonly polygons: readonly ShapeHead[];
  /**
   * The vertices of all polygons, latitude and longitude in turn, in transferable memory: copying them as nested lists
   * takes the page four times as long, and garbage collection longer still.
   */
  readonly coordinates: Float64Array<ArrayBuffer>;
  /** The self-intersections of each polygon, so that the page need not search them. */
  readonly checks: readonly IntersectionCheck[];
  readonly markers: readonly ParsedShape<MarkerShape>[];
  readonly skipped: readonly ShapeIssue[];
  readonly notes: readonly ShapeIssue[];
  /** In the last chunk: the format of the text, why it could not be read, and its attributes. */
  readonly end: Pick<ParseResult, 'format' | 'failure' | 'attributes'> | null;
}

/** The number of vertices, markers or issues after which a chunk ends; a longer polygon is a chunk of its own. */
export const chunkVertices = 20_000;

const empty: ResultChunk = {
  polygons: [],
  coordinates: new Float64Array(),
  checks: [],
  markers: [],
  skipped: [],
  notes: [],
  end: null,
};

/** Divides a result into chunks; the last one holds no shapes. */
export function* chunksOf({
  polygons,
  markers,
  skipped,
  notes,
  format,
  failure,
  attributes,
}: ParseResult): Generator<ResultChunk> {
  for (const some of cut(polygons, ({ shape }) => countVertices(shape))) {
    const checks = some.map(({ shape }) => intersectionCheck(shape));
    yield { ...empty, polygons: some.map(bare), coordinates: coordinatesOf(some), checks };
  }
  for (const some of cut(markers)) yield { ...empty, markers: some };
  for (const some of cut(skipped)) yield { ...empty, skipped: some };
  for (const some of cut(notes)) yield { ...empty, notes: some };
  yield { ...empty, end: { format, failure, attributes } };
}

/** The memory of a chunk to transfer. Chunks without vertices share one array, which must not be transferred. */
export function transferables({ coordinates }: ResultChunk): ArrayBuffer[] {
  return coordinates.length > 0 ? [coordinates.buffer] : [];
}

function bare({
  number,
  named,
  shape: { coords, otherRings = [], ...shape },
}: ParsedShape<PolygonShape>): ShapeHead {
  return { number, named, shape, corners: [coords, ...otherRings].map(({ length }) => length) };
}

function coordinatesOf(polygons: readonly ParsedShape<PolygonShape>[]): Float64Array<ArrayBuffer> {
  return Float64Array.from(polygons.flatMap(({ shape }) => ringsOf(shape).flat(2)));
}

/** The vertices of a ring, starting at an index. */
function ringFrom(coordinates: Float64Array, first: number, corners: number): readonly LatLng[] {
  return Array.from({ length: corners }, (_, corner) => {
    const at = (first + corner) * 2;
    return latLng(coordinates[at] ?? 0, coordinates[at + 1] ?? 0);
  });
}

/** Assembles a result from its chunks. */
export class ResultAssembler {
  readonly #polygons: ParsedShape<PolygonShape>[] = [];
  readonly #markers: ParsedShape<MarkerShape>[] = [];
  readonly #skipped: ShapeIssue[] = [];
  readonly #notes: ShapeIssue[] = [];

  /** Adds a chunk; returns the result after the last one. */
  take({ polygons, coordinates, checks, markers, skipped, notes, end }: ResultChunk): ParseResult | null {
    let first = 0;
    for (const [index, { number, named, shape, corners }] of polygons.entries()) {
      const rings = corners.map((count) => ringFrom(coordinates, (first += count) - count, count));
      const outline = outlineOf(rings);
      const check = checks[index];
      if (check) cacheCheck(outline, check);
      this.#polygons.push({ number, shape: { ...shape, ...outline }, named });
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

/** Divides a list into parts of limited weight. */
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

import { rgbaOf, type PolygonShape } from '../../model/index.ts';
import { areaStyles, type AreaStyle } from './area-styles.ts';
import { ensureContrast } from '../canvas/contrast.ts';
import { isSameDetail, meshOf, type Detail, type Mesh } from './mesh.ts';

/** World pixels relative to the origin of a block: x and y, alternating. */
type Positions = Float32Array | Float64Array;

interface Attribute {
  readonly value: Positions | Uint32Array | Uint16Array | Uint8Array;
  readonly size: number;
  /** Bytes from 0 to 255 stand for 0 to 1. */
  readonly normalized?: true;
  /** One value for all vertices. */
  readonly constant?: true;
}

/** The binary attributes of a layer, which deck.gl takes without calling accessors. */
export interface LayerArrays {
  /** All polygons are one object for deck.gl. */
  readonly length: 1;
  readonly startIndices: readonly [0, number];
  readonly attributes: Record<string, Attribute>;
  /** The world pixel that the positions are relative to. */
  readonly origin: readonly [x: number, y: number];
  /** The drawn polygons, and their level of detail. */
  readonly polygons: readonly PolygonShape[];
  readonly detail: Detail;
}

/** The arrays of a block of polygons. */
interface BlockArrays {
  readonly fill: LayerArrays;
  readonly line: LayerArrays;
}

/** No layer is pickable. */
const noPicking = { value: new Uint8Array(4), size: 4, constant: true } as const;

/**
 * Areas are flat. Also replaces `positions`: deck.gl's tessellators would fill an unused array of that name,
 * vertex by vertex.
 */
const noElevation = { value: new Uint16Array(1), size: 1, constant: true } as const;

const known = new WeakMap<
  readonly PolygonShape[],
  {
    readonly detail: Detail;
    readonly areas: AreaStyle;
    readonly backgrounds: readonly string[];
    readonly arrays: BlockArrays;
  }
>();

/** The arrays of a block; the same object while nothing changes. */
export function blockArraysFor(
  polygons: readonly PolygonShape[],
  detail: Detail,
  areas: AreaStyle,
  backgrounds: readonly string[],
): BlockArrays {
  const before = known.get(polygons);
  const isSameLook = before?.areas === areas && before.backgrounds === backgrounds;
  if (isSameLook && isSameDetail(before.detail, detail)) return before.arrays;
  const meshes = polygons.map((polygon) => meshOf(polygon, detail));
  const { fillOpacity, edge } = areaStyles[areas];
  // In a style with its own outline, the colour represents a value, and must equal that of the legend.
  const seen = (color: string) => (edge ? color : ensureContrast(color, backgrounds));
  const extent = extentOf(meshes);
  const drawn = { length: 1, polygons, detail, origin: extent.origin } as const;
  const arrays = {
    fill: { ...drawn, ...fillArrays(meshes, extent, polygons, (color) => rgbaOf(seen(color), fillOpacity)) },
    line: { ...drawn, ...lineArrays(meshes, extent, polygons, (color) => rgbaOf(edge ?? seen(color))) },
  };
  known.set(polygons, { detail, areas, backgrounds, arrays });
  return arrays;
}

/**
 * The size in world pixels within which a float is exact to a hundredth of a screen pixel at the highest zoom: 0.7°. deck.gl
 * splits doubles into two floats each, which takes longer than reading their polygons.
 */
const floatExtent = 1;

/** The extent of meshes: its middle, and whether floats are sufficient for it. */
interface Extent {
  readonly origin: readonly [x: number, y: number];
  readonly isSmall: boolean;
}

function extentOf(meshes: readonly Mesh[]): Extent {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { outlines } of meshes)
    for (const outline of outlines)
      for (let at = 0; at < outline.length; at += 2) {
        const x = outline[at] as number;
        const y = outline[at + 1] as number;
        if (x < west) west = x;
        if (x > east) east = x;
        if (y < south) south = y;
        if (y > north) north = y;
      }
  if (west > east) return { origin: [0, 0], isSmall: false };
  return {
    origin: [(west + east) / 2, (south + north) / 2],
    isSmall: Math.max(east - west, north - south) <= floatExtent,
  };
}

/** Writes positions relative to an origin. */
function place(target: Positions, at: number, positions: Float64Array, [x, y]: Extent['origin']): void {
  for (let index = 0; index < positions.length; index += 2) {
    target[at + index] = (positions[index] as number) - x;
    target[at + index + 1] = (positions[index + 1] as number) - y;
  }
}

type Colors = (color: string) => readonly number[];
type Arrays = Pick<LayerArrays, 'startIndices' | 'attributes'>;

function fillArrays(
  meshes: readonly Mesh[],
  { origin, isSmall }: Extent,
  polygons: readonly PolygonShape[],
  colors: Colors,
): Arrays {
  const count = sum(meshes, ({ positions }) => positions.length / 2);
  const all = new (isSmall ? Float32Array : Float64Array)(count * 2);
  const indices = new Uint32Array(sum(meshes, ({ triangles }) => triangles.length));
  const paints = new VertexColors(count, colors);
  let corner = 0;
  let index = 0;
  // By index, not by iterator, as in `lineArrays`: this runs for thousands of areas in code that is not
  // optimized yet.
  for (let at = 0; at < meshes.length; at += 1) {
    const { positions, triangles } = meshes[at] as Mesh;
    place(all, corner * 2, positions, origin);
    for (let one = 0; one < triangles.length; one += 1) indices[index + one] = (triangles[one] ?? 0) + corner;
    paints.take(polygons[at]?.color ?? '', positions.length / 2);
    corner += positions.length / 2;
    index += triangles.length;
  }
  return {
    startIndices: [0, count],
    attributes: {
      vertexPositions: { value: all, size: 2 },
      positions: noElevation,
      indices: { value: indices, size: 1 },
      fillColors: { value: paints.bytes, size: 4, normalized: true },
      instanceVertexValid: noElevation,
      pickingColors: noPicking,
    },
  };
}

/** Marks vertices without a segment, which deck.gl uses for joints. */
const noSegment = 4;

/** Each ring is written as A B C A B C: three segments, and surrounding vertices that define the joints. */
function lineArrays(
  meshes: readonly Mesh[],
  { origin, isSmall }: Extent,
  polygons: readonly PolygonShape[],
  colors: Colors,
): Arrays {
  const count = sum(meshes, ({ outlines }) => sum(outlines, verticesOfLine));
  const positions = new (isSmall ? Float32Array : Float64Array)(count * 2);
  const types = new Uint8Array(count);
  const paints = new VertexColors(count, colors);
  let corner = 0;
  for (let at = 0; at < meshes.length; at += 1) {
    for (const outline of (meshes[at] as Mesh).outlines) {
      if (outline.length < 6) continue;
      const corners = outline.length / 2;
      place(positions, corner * 2, outline, origin);
      positions.copyWithin((corner + corners) * 2, corner * 2, corner * 2 + 6);
      types[corner] = noSegment;
      types[corner + corners + 1] = noSegment;
      types[corner + corners + 2] = noSegment;
      paints.take(polygons[at]?.color ?? '', corners + 3);
      corner += corners + 3;
    }
  }
  return {
    startIndices: [0, count],
    attributes: {
      vertexPositions: { value: positions, size: 2 },
      positions: noElevation,
      instanceTypes: { value: types, size: 1 },
      instanceColors: { value: paints.bytes, size: 4, normalized: true },
      instancePickingColors: noPicking,
    },
  };
}

function verticesOfLine({ length }: Float64Array): number {
  return length < 6 ? 0 : length / 2 + 3;
}

/** A colour for each vertex. */
class VertexColors {
  readonly bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #colors: Colors;
  readonly #mixed = new Map<string, number>();
  #filled = 0;

  constructor(count: number, colors: Colors) {
    this.#words = new Uint32Array(count);
    this.bytes = new Uint8Array(this.#words.buffer);
    this.#colors = colors;
  }

  /** Appends a colour for a number of vertices. */
  take(color: string, corners: number): void {
    let word = this.#mixed.get(color);
    if (word === undefined) {
      word = new Uint32Array(Uint8Array.from(this.#colors(color)).buffer)[0] ?? 0;
      this.#mixed.set(color, word);
    }
    this.#words.fill(word, this.#filled, this.#filled + corners);
    this.#filled += corners;
  }
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

import type { PolygonShape } from '../../model/index.ts';
import type { AreaLook } from './area-styles.ts';
import { areaLooks } from './area-styles.ts';
import { seenOn } from '../canvas/contrast.ts';
import { isSameCloseness, meshOf, type Closeness, type Mesh } from './mesh.ts';
import { rgba } from '../canvas/paint.ts';

interface Attribute {
  readonly value: Float64Array | Uint32Array | Uint16Array | Uint8Array;
  readonly size: number;
  /** Bytes that are shares of one. */
  readonly normalized?: true;
  /** One value for all corners. */
  readonly constant?: true;
}

/** The attributes of a layer, as deck.gl takes them without asking for each polygon. */
export interface LayerArrays {
  /** All polygons are one object to deck.gl. */
  readonly length: 1;
  readonly startIndices: readonly [0, number];
  readonly attributes: Record<string, Attribute>;
  /** What is drawn, and how closely. */
  readonly polygons: readonly PolygonShape[];
  readonly closeness: Closeness;
}

/** What deck.gl draws of a block of polygons. */
export interface BlockArrays {
  readonly fill: LayerArrays;
  readonly line: LayerArrays;
}

/** No layer is picked. */
const unpicked = { value: new Uint8Array(4), size: 4, constant: true } as const;

/** Areas are no blocks that have sides. */
const flat = { value: new Uint16Array(1), size: 1, constant: true } as const;

const known = new WeakMap<
  readonly PolygonShape[],
  {
    readonly closeness: Closeness;
    readonly areas: AreaLook;
    readonly grounds: readonly string[];
    readonly arrays: BlockArrays;
  }
>();

/** The arrays of a block; the same ones as before, as long as nothing else is to be drawn. */
export function arraysOf(
  polygons: readonly PolygonShape[],
  closeness: Closeness,
  areas: AreaLook,
  grounds: readonly string[],
): BlockArrays {
  const before = known.get(polygons);
  const isSameLook = before?.areas === areas && before.grounds === grounds;
  if (isSameLook && isSameCloseness(before.closeness, closeness)) return before.arrays;
  const meshes = polygons.map(({ coords }) => meshOf(coords, closeness));
  const { fillOpacity, edge } = areaLooks[areas];
  // With an edge of its own, a colour means a figure, and is that of the legend.
  const seen = (color: string) => (edge ? color : seenOn(color, grounds));
  const drawn = { length: 1, polygons, closeness } as const;
  const arrays = {
    fill: { ...drawn, ...fillOf(meshes, polygons, (color) => rgba(seen(color), fillOpacity)) },
    line: { ...drawn, ...lineOf(meshes, polygons, (color) => rgba(edge ?? seen(color))) },
  };
  known.set(polygons, { closeness, areas, grounds, arrays });
  return arrays;
}

type Colors = (color: string) => readonly number[];
type Arrays = Pick<LayerArrays, 'startIndices' | 'attributes'>;

function fillOf(meshes: readonly Mesh[], polygons: readonly PolygonShape[], colors: Colors): Arrays {
  const count = sum(meshes, ({ places }) => places.length / 2);
  const positions = new Float64Array(count * 2);
  const indices = new Uint32Array(sum(meshes, ({ triangles }) => triangles.length));
  const paints = new Paints(count, colors);
  let [corner, index] = [0, 0];
  for (const [at, { places, triangles }] of meshes.entries()) {
    positions.set(places, corner * 2);
    for (let one = 0; one < triangles.length; one += 1) indices[index + one] = (triangles[one] ?? 0) + corner;
    paints.take(polygons[at]?.color ?? '', places.length / 2);
    corner += places.length / 2;
    index += triangles.length;
  }
  return {
    startIndices: [0, count],
    attributes: {
      vertexPositions: { value: positions, size: 2 },
      indices: { value: indices, size: 1 },
      fillColors: { value: paints.bytes, size: 4, normalized: true },
      instanceVertexValid: flat,
      pickingColors: unpicked,
    },
  };
}

/** No line begins here: deck.gl joins the corner before and the two after it to the one in whose place this stands. */
const noSegment = 4;

/** Each ring as A B C A B C is three lines and, before and after them, corners that tell how they join. */
function lineOf(meshes: readonly Mesh[], polygons: readonly PolygonShape[], colors: Colors): Arrays {
  const rings = meshes.filter(({ edge }) => edge.length >= 6);
  const count = sum(rings, ({ edge }) => edge.length / 2 + 3);
  const positions = new Float64Array(count * 2);
  const types = new Uint8Array(count);
  const paints = new Paints(count, colors);
  let corner = 0;
  for (const [at, { edge }] of meshes.entries()) {
    if (edge.length < 6) continue;
    const corners = edge.length / 2;
    positions.set(edge, corner * 2);
    positions.set(edge.subarray(0, 6), (corner + corners) * 2);
    types[corner] = noSegment;
    types[corner + corners + 1] = noSegment;
    types[corner + corners + 2] = noSegment;
    paints.take(polygons[at]?.color ?? '', corners + 3);
    corner += corners + 3;
  }
  return {
    startIndices: [0, count],
    attributes: {
      vertexPositions: { value: positions, size: 2 },
      instanceTypes: { value: types, size: 1 },
      instanceColors: { value: paints.bytes, size: 4, normalized: true },
      instancePickingColors: unpicked,
    },
  };
}

/** A colour for each corner. */
class Paints {
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

  /** Gives so many more corners a colour. */
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

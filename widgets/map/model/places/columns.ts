import { worldX, worldY } from '../geometry/mercator.ts';
import { rgbaOf, type ShapeId, type Rgba } from '../index.ts';

/** A category of places and its colour. */
export interface Category {
  readonly id: ShapeId;
  readonly title: string;
  readonly color: string;
}

/** Places as columns: row `n` of each column is place `n`. */
export interface PlaceColumns {
  /** Longitude and latitude of each place in degrees. */
  readonly positions: Float64Array;
  /** The index in `legend` of each place. */
  readonly categories: Uint8Array | Uint16Array;
  /** The id of each place; NaN if it is not a number. */
  readonly ids: Float64Array;
  readonly legend: readonly Category[];
}

/** No places. */
export const noColumns: PlaceColumns = {
  positions: new Float64Array(),
  categories: new Uint8Array(),
  ids: new Float64Array(),
  legend: [],
};

/** How many places there are. */
export function rowsOf({ ids }: PlaceColumns): number {
  return ids.length;
}

/** The places of one category, as binary attributes for deck.gl. */
export interface CategoryLayer {
  /** Its index in the legend. */
  readonly category: number;
  readonly legend: Category;
  readonly color: Rgba;
  readonly count: number;
  /** The position of each place, in world pixels: x, y. */
  readonly world: Float64Array;
  /** The row of each place in the columns. */
  readonly rows: Uint32Array;
}

/** One layer per non-empty category, so that toggling one moves no data. */
export function layersOf(columns: PlaceColumns): readonly CategoryLayer[] {
  const { positions, categories, legend } = columns;
  const counts = countsOf(columns);
  const layers = legend.map((category, index) => ({
    category: index,
    legend: category,
    color: rgbaOf(category.color),
    count: counts[index] ?? 0,
    world: new Float64Array((counts[index] ?? 0) * 2),
    rows: new Uint32Array(counts[index] ?? 0),
  }));
  const filled = new Uint32Array(legend.length);
  for (let row = 0; row < rowsOf(columns); row += 1) {
    const category = categories[row] ?? 0;
    const layer = layers[category];
    if (!layer) continue;
    const at = filled[category] ?? 0;
    layer.world[at * 2] = worldX(positions[row * 2] ?? 0);
    layer.world[at * 2 + 1] = worldY(positions[row * 2 + 1] ?? 0);
    layer.rows[at] = row;
    filled[category] = at + 1;
  }
  return layers.filter(({ count }) => count > 0);
}

/** The number of places in each category of the legend, as in the table beside the map. */
export function countsOf({ categories, legend }: PlaceColumns): Uint32Array {
  const counts = new Uint32Array(legend.length);
  for (const category of categories) counts[category] = (counts[category] ?? 0) + 1;
  return counts;
}

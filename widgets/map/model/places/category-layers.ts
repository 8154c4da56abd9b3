import { rgbaOf, type Rgba } from '../index.ts';
import { rowsOf, type Category, type PlaceColumns } from './columns.ts';

/** The places of one category, as binary attributes for deck.gl. */
export interface CategoryLayer {
  /** Its index in the legend. */
  readonly category: number;
  readonly legend: Category;
  readonly color: Rgba;
  readonly count: number;
  /** Longitude and latitude of each. */
  readonly positions: Float64Array;
  /** The row of each in the columns. */
  readonly rows: Uint32Array;
}

/** One layer for each category that has places, so that showing and hiding one moves no data. */
export function layersOf(columns: PlaceColumns): readonly CategoryLayer[] {
  const { positions, categories, legend } = columns;
  const counts = countsOf(columns);
  const layers = legend.map((category, index) => ({
    category: index,
    legend: category,
    color: rgbaOf(category.color),
    count: counts[index] ?? 0,
    positions: new Float64Array((counts[index] ?? 0) * 2),
    rows: new Uint32Array(counts[index] ?? 0),
  }));
  const filled = new Uint32Array(legend.length);
  for (let row = 0; row < rowsOf(columns); row += 1) {
    const category = categories[row] ?? 0;
    const layer = layers[category];
    if (!layer) continue;
    const at = filled[category] ?? 0;
    layer.positions[at * 2] = positions[row * 2] ?? 0;
    layer.positions[at * 2 + 1] = positions[row * 2 + 1] ?? 0;
    layer.rows[at] = row;
    filled[category] = at + 1;
  }
  return layers.filter(({ count }) => count > 0);
}

/** How many places each category of the legend has: the numbers of the table beside the map. */
export function countsOf({ categories, legend }: PlaceColumns): Uint32Array {
  const counts = new Uint32Array(legend.length);
  for (const category of categories) counts[category] = (counts[category] ?? 0) + 1;
  return counts;
}

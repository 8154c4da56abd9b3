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

/** Fills columns row by row. */
export class ColumnsBuilder {
  readonly #positions: Float64Array;
  readonly #categories: Uint16Array;
  readonly #ids: Float64Array;
  readonly #legend: Category[] = [];
  readonly #places = new Map<string, number>();
  #rows = 0;

  constructor(maxRows: number) {
    this.#positions = new Float64Array(maxRows * 2);
    this.#categories = new Uint16Array(maxRows);
    this.#ids = new Float64Array(maxRows);
  }

  /** Adds a place; the first place of a category defines the category's name and colour. */
  add(lat: number, lng: number, id: unknown, category: Category): void {
    const row = this.#rows;
    this.#positions[row * 2] = lng;
    this.#positions[row * 2 + 1] = lat;
    this.#ids[row] = numberOf(id);
    this.#categories[row] = this.#placeOf(category);
    this.#rows += 1;
  }

  /** The columns, trimmed to their rows. */
  columns(): PlaceColumns {
    const categories = this.#categories.slice(0, this.#rows);
    return {
      positions: this.#positions.slice(0, this.#rows * 2),
      categories: this.#legend.length <= 256 ? Uint8Array.from(categories) : categories,
      ids: this.#ids.slice(0, this.#rows),
      legend: this.#legend,
    };
  }

  #placeOf(category: Category): number {
    const key = String(category.id);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    // The column can hold no more categories: further places get the last one.
    if (this.#legend.length === maxCategories) return maxCategories - 1;
    this.#places.set(key, this.#legend.length);
    return this.#legend.push(category) - 1;
  }
}

const maxCategories = 65_536;

function numberOf(id: unknown): number {
  if (typeof id === 'number') return id;
  return typeof id === 'string' && /^-?\d{1,16}$/u.test(id) ? Number(id) : Number.NaN;
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

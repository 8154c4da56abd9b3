import { parseJson } from '#kernel/domain/values/parse-json.ts';
import type { Bounds, PolygonShape, ShapeIssue } from '../../model/index.ts';
import {
  clusterIndex,
  maxUnclusteredPlaces,
  type Cluster,
  type ClusterIndex,
} from '../../model/places/clusters.ts';
import {
  noColumns,
  layersOf,
  rowsOf,
  type PlaceColumns,
  type CategoryLayer,
} from '../../model/places/columns.ts';
import { pickIndex } from '../../model/places/picker.ts';
import { readPlaces } from '../../io/formats/read-places.ts';

/** A request to the worker; the response carries the same number. */
export type WorkerRequest =
  /** The text of a response of `stats/households-locations`, or of shapes. */
  | { readonly type: 'read'; readonly number: number; readonly text: string; readonly language: 'uz' | 'ru' }
  /** Places that already are columns. */
  | { readonly type: 'take'; readonly number: number; readonly columns: PlaceColumns }
  | {
      readonly type: 'clusters';
      readonly number: number;
      readonly bounds: Bounds;
      readonly zoom: number;
      /** The visible categories; `null` for all. */
      readonly shown: readonly number[] | null;
    };

/** A response of the worker. */
export type WorkerResponse =
  | {
      readonly type: 'places';
      readonly number: number;
      readonly columns: PlaceColumns;
      readonly layers: readonly CategoryLayer[];
      readonly polygons: readonly PolygonShape[];
      readonly skipped: readonly ShapeIssue[];
    }
  /** Follows `places` with its number: the index of `pickerOf`. */
  | { readonly type: 'picking'; readonly number: number; readonly picking: ArrayBuffer | null }
  | { readonly type: 'clusters'; readonly number: number; readonly clusters: readonly Cluster[] }
  | { readonly type: 'failed'; readonly number: number; readonly reason: 'unreadable' };

/** A response and the memory to transfer with it. */
export interface TransferableResponse {
  readonly message: WorkerResponse;
  readonly transfer: readonly ArrayBuffer[];
}

/** The logic of the worker: holds the places of one map and handles requests about them. */
export class PlaceServer {
  #columns: PlaceColumns = noColumns;
  /** The last cluster index and its categories. */
  #clusters: { readonly key: string; readonly index: ClusterIndex } | null = null;
  /** The categories of the last clusters. */
  #shown: readonly number[] | null = null;
  /** The steps to prepare, in order. */
  #steps: (() => TransferableResponse | null)[] = [];

  /** Handles one request. */
  reply(request: WorkerRequest): TransferableResponse {
    if (request.type === 'clusters') {
      const { number, bounds, zoom, shown } = request;
      this.#shown = shown;
      const clusters = this.#clusterIndex(shown).within(bounds, zoom);
      return { message: { type: 'clusters', number, clusters }, transfer: [] };
    }
    if (request.type === 'take') return this.#hold(request.number, request.columns, [], []);
    const value = parseJson(request.text);
    if (value === null)
      return { message: { type: 'failed', number: request.number, reason: 'unreadable' }, transfer: [] };
    const { columns, polygons, skipped } = readPlaces(value, request.language);
    return this.#hold(request.number, columns, polygons, skipped);
  }

  /** Whether there is preparation left that the page has not requested yet. */
  get isPreparing(): boolean {
    return this.#steps.length > 0;
  }

  /** Runs the next step of it. */
  prepare(): TransferableResponse | null {
    return this.#steps.shift()?.() ?? null;
  }

  #hold(
    number: number,
    columns: PlaceColumns,
    polygons: readonly PolygonShape[],
    skipped: readonly ShapeIssue[],
  ): TransferableResponse {
    this.#columns = columns;
    this.#clusters = null;
    const layers = layersOf(columns);
    const transfer = layers.flatMap(({ world, rows }) => [
      world.buffer as ArrayBuffer,
      rows.buffer as ArrayBuffer,
    ]);
    this.#steps = [() => this.#cluster(), () => pickingOf(number, columns)];
    return { message: { type: 'places', number, columns, layers, polygons, skipped }, transfer };
  }

  /** Prepares the clusters of the first frame before the page requests them. */
  #cluster(): null {
    if (rowsOf(this.#columns) > maxUnclusteredPlaces) this.#clusterIndex(this.#shown);
    return null;
  }

  #clusterIndex(shown: readonly number[] | null): ClusterIndex {
    const key = shown ? shown.toSorted((one, other) => one - other).join(' ') : 'all';
    if (this.#clusters?.key !== key) {
      this.#clusters = { key, index: clusterIndex(this.#columns, shown && new Set(shown)) };
    }
    return this.#clusters.index;
  }
}

/** Creates the index for hit tests, after the first frame. */
function pickingOf(number: number, columns: PlaceColumns): TransferableResponse {
  const picking = pickIndex(columns);
  return { message: { type: 'picking', number, picking }, transfer: picking ? [picking] : [] };
}

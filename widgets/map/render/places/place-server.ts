import type { Bounds } from '../../model/index.ts';
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

/** A request to the worker; the response carries the same number. */
export type WorkerRequest =
  | {
      readonly type: 'take';
      readonly number: number;
      readonly columns: PlaceColumns;
      /** Whether clusters are needed before single places, if there are many. */
      readonly isZoomedOut: boolean;
    }
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
  /** The columns were taken; clusters may be requested. */
  | { readonly type: 'taken'; readonly number: number }
  /** Follows `taken` with its number: the single places. */
  | { readonly type: 'layers'; readonly number: number; readonly layers: readonly CategoryLayer[] }
  /** Follows `layers` with its number: the index of `pickerOf`. */
  | { readonly type: 'picking'; readonly number: number; readonly picking: ArrayBuffer | null }
  | { readonly type: 'clusters'; readonly number: number; readonly clusters: readonly Cluster[] };

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
    const { number } = request;
    if (request.type === 'clusters') {
      const { bounds, zoom, shown } = request;
      this.#shown = shown;
      const clusters = this.#clusterIndex(shown).within(bounds, zoom);
      return { message: { type: 'clusters', number, clusters }, transfer: [] };
    }
    const { columns, isZoomedOut } = request;
    this.#columns = columns;
    this.#clusters = null;
    const [cluster, layers, picking] = [
      () => this.#cluster(),
      () => layersMessage(number, columns),
      () => pickingMessage(number, columns),
    ];
    this.#steps = isZoomedOut ? [cluster, layers, picking] : [layers, cluster, picking];
    return { message: { type: 'taken', number }, transfer: [] };
  }

  /** Whether there is preparation left that the page has not requested yet. */
  get isPreparing(): boolean {
    return this.#steps.length > 0;
  }

  /** Runs the next step of it. */
  prepare(): TransferableResponse | null {
    return this.#steps.shift()?.() ?? null;
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

function layersMessage(number: number, columns: PlaceColumns): TransferableResponse {
  const layers = layersOf(columns);
  const transfer = layers.flatMap(({ world, rows }) => [
    world.buffer as ArrayBuffer,
    rows.buffer as ArrayBuffer,
  ]);
  return { message: { type: 'layers', number, layers }, transfer };
}

/** Creates the index for hit tests, after the first frame. */
function pickingMessage(number: number, columns: PlaceColumns): TransferableResponse {
  const picking = pickIndex(columns);
  return { message: { type: 'picking', number, picking }, transfer: picking ? [picking] : [] };
}

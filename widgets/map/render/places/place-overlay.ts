import type { Layer } from '@deck.gl/core';
import type { HouseholdPositions } from '../../model/borders/household-check.ts';
import { latLng, neutralColor, type LatLng, type MapExport } from '../../model/index.ts';
import { pixelsBetween } from '../../model/geometry/mercator.ts';
import type { Label } from '../canvas/labels.ts';
import type { MapOverlay, OverlayHost, PressResult } from '../canvas/map-overlay.ts';
import { clusterZoom, maxUnclusteredPlaces, type Cluster } from '../../model/places/clusters.ts';
import {
  noColumns,
  rowsOf,
  type Category,
  type PlaceColumns,
  type CategoryLayer,
} from '../../model/places/columns.ts';
import {
  clusterLabels,
  clusterLayer,
  clusterRadius,
  pickedLayer,
  placeLayers,
  placeMeters,
} from './place-layers.ts';
import { pickerOf, type Picker } from '../../model/places/picker.ts';
import type { WorkerResponse, WorkerRequest } from './place-server.ts';

/** The picked place. */
export interface PickedPlace {
  readonly id: number;
  readonly at: LatLng;
  /** Its index in the legend. */
  readonly category: number;
}

/** The events of an overlay of places. */
export interface PlaceEvents {
  readonly onPick: (place: PickedPlace | null) => void;
  /** Called when the latest places are on the map. */
  readonly onReady: () => void;
  /** Called when its worker fails, such as one whose code cannot be loaded: it draws nothing any more. */
  readonly onError: (error: Error) => void;
}

const noClusters: readonly Cluster[] = [];
const noLabels: readonly Label[] = [];

type WithoutNumber = WorkerRequest extends infer Q
  ? Q extends WorkerRequest
    ? Omit<Q, 'number'>
    : never
  : never;

/** How long after the first clusters the layers of single places are prepared for a first zoom, in milliseconds. */
const placesDelayMs = 500;
const hitTolerance = { fine: 9, coarse: 20 } as const;
/** Clusters are requested for a margin of this share of the map, so that a short move needs no new ones. */
const margin = 0.5;

/**
 * Draws hundreds of thousands of places: a worker computes layers, indexes and clusters, so that the page
 * only passes memory to deck.gl. Zoomed out it shows clusters, zoomed in single places; hit tests use the
 * index.
 */
export class PlaceOverlay implements MapOverlay {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #events: PlaceEvents;
  #map: OverlayHost | null = null;
  #number = 0;
  #columns: PlaceColumns = noColumns;
  #households: HouseholdPositions = this.#householdsOf();
  #layers: readonly CategoryLayer[] = [];
  #picker: Picker = pickerOf(noColumns, null);
  /** The places that were sent to the worker last, and their request. */
  #sent = { number: 0, columns: noColumns };
  /** Whether the current places are those that were sent last. */
  #isCurrent = true;
  #shown: ReadonlySet<number> | null = null;
  #clusters: readonly Cluster[] = [];
  #labels: readonly Label[] = [];
  /** The request that the current clusters came from. */
  #requestedKey = '';
  #isAwaited = false;
  /**
   * Whether there are layers of single places: none until they are needed, or until there is time after the
   * first frame.
   */
  #hasPlaces = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #picked: number | null = null;

  constructor(events: PlaceEvents) {
    this.#events = events;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => this.#take(data));
    this.#worker.addEventListener('error', ({ message }) =>
      events.onError(new Error(message || 'The worker of the places could not be loaded')),
    );
  }

  /** Replaces the places. */
  show(columns: PlaceColumns): void {
    const number = this.#request({ type: 'take', columns, isZoomedOut: this.#isFar(rowsOf(columns)) });
    this.#sent = { number, columns };
    this.#isCurrent = false;
    if (this.isPending) this.#map?.repaint();
  }

  /** Shows only some categories of the legend; `null` means all. */
  choose(categories: ReadonlySet<number> | null): void {
    this.#shown = categories;
    this.#requestedKey = '';
    this.#pick(null);
    this.onViewChange();
    this.#map?.repaint();
  }

  /** Terminates the worker. */
  end(): void {
    clearTimeout(this.#timer);
    this.#worker.terminate();
  }

  attach(map: OverlayHost): () => void {
    this.#map = map;
    this.onViewChange();
    map.repaint();
    return () => {
      this.#map = null;
    };
  }

  get count(): number {
    return rowsOf(this.#columns);
  }

  layers(): Layer[] {
    const far = this.#isFar();
    this.#hasPlaces ||= !far && this.count > 0;
    return [
      ...placeLayers(
        this.#hasPlaces ? this.#layers : [],
        this.count > maxUnclusteredPlaces ? placeMeters.many : placeMeters.few,
        (category) => !far && (this.#shown?.has(category) ?? true),
      ),
      clusterLayer(far ? this.#clusters : noClusters),
      pickedLayer(this.#picked === null || far ? null : this.#placeOf(this.#picked)),
    ];
  }

  labels(): readonly Label[] {
    return this.#isFar() ? this.#labels : noLabels;
  }

  get isPending(): boolean {
    return this.#isCurrent
      ? this.#isAwaited && this.#isFar()
      : this.#isFar(rowsOf(this.#sent.columns)) && this.count === 0;
  }

  onViewChange(): void {
    const map = this.#map;
    if (!map || map.camera.size.width <= 1) return;
    const isFar = this.#isFar();
    if (!isFar) {
      if (this.#requestedKey !== '') {
        this.#requestedKey = '';
        map.repaint();
      }
      return;
    }
    const zoom = Math.floor(map.camera.view.zoom);
    const [south, west, north, east] = boundsOf(map);
    const [high, wide] = [(north - south) * margin, (east - west) * margin];
    // In steps as wide as the margin: only a move beyond it requests new clusters.
    const key = [zoom, Math.round(south / high), Math.round(west / wide)].join(' ');
    if (key === this.#requestedKey) return;
    this.#requestedKey = key;
    const bounds = [south - high, west - wide, north + high, east + wide] as const;
    this.#isAwaited = true;
    this.#request({ type: 'clusters', bounds, zoom, shown: this.#shown ? [...this.#shown] : null });
  }

  contains(position: LatLng, coarse: boolean): boolean {
    return (this.#isFar() ? this.#clusterAt(position, coarse) : this.#rowAt(position, coarse)) !== null;
  }

  press(position: LatLng, coarse: boolean): PressResult | null {
    const cluster = this.#isFar() ? this.#clusterAt(position, coarse) : null;
    const row = cluster ? cluster.row : this.#rowAt(position, coarse);
    if (cluster && row === null) {
      const [latitude, longitude] = cluster.at;
      this.#map?.setView({ latitude, longitude, zoom: Math.min(cluster.splitsAt, clusterZoom) + 0.2 });
      return 'zoomed';
    }
    this.#pick(row);
    return row === null ? null : { picked: this.#legendOf(row)?.title ?? '' };
  }

  markers(): MapExport['markers'] {
    return Array.from(this.#columns.ids, (id, row) => {
      const { title = '', color = neutralColor } = this.#legendOf(row) ?? {};
      const [lat, lng] = this.#placeOf(row);
      return { id, title, color, coords: [lat, lng] };
    });
  }

  households(): HouseholdPositions {
    return this.#households;
  }

  clear(): void {
    this.show(noColumns);
  }

  #householdsOf(): HouseholdPositions {
    const { ids } = this.#columns;
    return {
      count: this.count,
      placeOf: (row) => this.#placeOf(row),
      titleOf: (row) => `${this.#legendOf(row)?.title ?? ''} № ${ids[row] ?? ''}`.trim(),
    };
  }

  #pick(row: number | null): void {
    if (row === this.#picked) return;
    this.#picked = row;
    const { ids, categories } = this.#columns;
    this.#events.onPick(
      row === null ? null : { id: ids[row] ?? 0, at: this.#placeOf(row), category: categories[row] ?? 0 },
    );
    this.#map?.repaint();
  }

  #rowAt(position: LatLng, coarse: boolean): number | null {
    const zoom = this.#map?.camera.view.zoom ?? 0;
    return this.#isFar()
      ? null
      : this.#picker.at(position, zoom, coarse ? hitTolerance.coarse : hitTolerance.fine, this.#shown);
  }

  #clusterAt(position: LatLng, coarse: boolean): Cluster | null {
    const zoom = this.#map?.camera.view.zoom ?? 0;
    const more = coarse ? hitTolerance.coarse : 2;
    return (
      this.#clusters.find(
        (cluster) => pixelsBetween(position, cluster.at, zoom) <= clusterRadius(cluster.count) + more,
      ) ?? null
    );
  }

  #placeOf(row: number): LatLng {
    const { positions } = this.#columns;
    return latLng(positions[row * 2 + 1] ?? 0, positions[row * 2] ?? 0);
  }

  #legendOf(row: number): Category | undefined {
    const { categories, legend } = this.#columns;
    return legend[categories[row] ?? 0];
  }

  #isFar(count = this.count): boolean {
    return count > maxUnclusteredPlaces && (this.#map?.camera.view.zoom ?? 0) < clusterZoom;
  }

  #request(message: WithoutNumber): number {
    this.#number += 1;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin of its own
    this.#worker.postMessage({ ...message, number: this.#number } as WorkerRequest);
    return this.#number;
  }

  #take(response: WorkerResponse): void {
    if (response.type === 'clusters') {
      if (response.number === this.#number) this.#showClusters(response.clusters);
    } else if (response.number === this.#sent.number) {
      if (response.type === 'picking') {
        this.#picker = pickerOf(this.#columns, response.picking);
        this.#events.onReady();
      } else if (response.type === 'layers') this.#showLayers(response.layers);
      // Clusters need no layers; single places replace the previous ones when they can be drawn.
      else if (this.#isFar(rowsOf(this.#sent.columns))) this.#replace([]);
    }
  }

  #showLayers(layers: readonly CategoryLayer[]): void {
    if (!this.#isCurrent) {
      this.#replace(layers);
      return;
    }
    this.#layers = layers;
    if (this.#hasPlaces) this.#map?.repaint();
  }

  /** Replaces the places by those that were sent last. */
  #replace(layers: readonly CategoryLayer[]): void {
    this.#columns = this.#sent.columns;
    this.#isCurrent = true;
    this.#households = this.#householdsOf();
    this.#layers = layers;
    this.#picker = pickerOf(this.#columns, null);
    this.#group([]);
    this.#requestedKey = '';
    this.#pick(null);
    this.onViewChange();
    // Clusters are pending; a frame without them would be drawn for nothing.
    if (!this.isPending) this.#map?.repaint();
    this.#map?.updateCount();
  }

  #showClusters(clusters: readonly Cluster[]): void {
    this.#isAwaited = false;
    this.#group(clusters);
    if (!this.#hasPlaces) this.#timer ??= setTimeout(() => this.#addPlaces(), placesDelayMs);
    this.#map?.repaint();
  }

  #addPlaces(): void {
    this.#hasPlaces = true;
    this.#map?.repaint();
  }

  #group(clusters: readonly Cluster[]): void {
    this.#clusters = clusters;
    this.#labels = clusterLabels(clusters);
  }
}

/** The visible bounds. */
function boundsOf({ camera }: OverlayHost): [number, number, number, number] {
  const { width, height } = camera.size;
  const [north, west] = camera.unproject({ x: 0, y: 0 });
  const [south, east] = camera.unproject({ x: width, y: height });
  return [south, west, north, east];
}

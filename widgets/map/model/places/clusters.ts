import Supercluster, { type InputFeature } from 'supercluster';
import { latLng, type Bounds, type LatLng } from '../index.ts';
import { rowsOf, type PlaceColumns } from './columns.ts';

/** From this zoom on, places are drawn individually. */
export const clusterZoom = 13;

/** Up to this number, places are never clustered. */
export const maxUnclusteredPlaces = 1500;

/** Places that are too close to each other to be distinguished; a single place has `row`. */
export interface Cluster {
  readonly at: LatLng;
  readonly count: number;
  /** The row of a single place. */
  readonly row: number | null;
  /** The zoom at which it splits; for a single place, `clusterZoom`. */
  readonly splitsAt: number;
}

/** Clusters of places by bounds and zoom. */
export interface ClusterIndex {
  /** The clusters within a box at a zoom below `clusterZoom`. */
  within(bounds: Bounds, zoom: number): readonly Cluster[];
}

/**
 * An index over the places of the visible categories; `null` for all. Takes about 100 ms, so it runs in a
 * worker.
 */
export function clusterIndex(columns: PlaceColumns, shown: ReadonlySet<number> | null = null): ClusterIndex {
  const index = new Supercluster<{ row: number }, { row: number }>({ maxZoom: clusterZoom - 1, radius: 60 });
  const features = featuresOf(columns, shown);
  const rows = features.length;
  index.load(features);
  return {
    within([south, west, north, east], zoom) {
      return index.getClusters([west, south, east, north], Math.floor(zoom)).map((feature) => {
        const [lng = 0, lat = 0] = feature.geometry.coordinates;
        const { properties } = feature;
        if (!('cluster' in properties))
          return { at: latLng(lat, lng), count: 1, row: properties.row, splitsAt: clusterZoom };
        // The id encodes the zoom; `getClusterExpansionZoom` would first search all places of a cluster.
        const splitsAt = (properties.cluster_id - rows) % 32;
        return { at: latLng(lat, lng), count: properties.point_count, row: null, splitsAt };
      });
    },
  };
}

/** A place for Supercluster, which reads it once: a plain GeoJSON feature would hold four objects for each place. */
class PlaceFeature implements InputFeature<{ row: number }> {
  readonly type = 'Feature';
  readonly #positions: Float64Array;
  readonly #row: number;

  constructor(positions: Float64Array, row: number) {
    this.#positions = positions;
    this.#row = row;
  }

  get geometry() {
    const coordinates = [this.#positions[this.#row * 2] ?? 0, this.#positions[this.#row * 2 + 1] ?? 0];
    return { type: 'Point' as const, coordinates };
  }

  get properties() {
    return { row: this.#row };
  }
}

function featuresOf(columns: PlaceColumns, shown: ReadonlySet<number> | null) {
  const { positions, categories } = columns;
  const features: PlaceFeature[] = [];
  for (let row = 0; row < rowsOf(columns); row += 1) {
    if (shown && !shown.has(categories[row] ?? 0)) continue;
    features.push(new PlaceFeature(positions, row));
  }
  return features;
}

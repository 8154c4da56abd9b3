import type { Layer } from '@deck.gl/core';
import { worldPoint } from '../../model/geometry/mercator.ts';
import { accentColor, inkColor, rgbaOf, type LatLng, type Rgba } from '../../model/index.ts';
import type { Label } from '../canvas/labels.ts';
import { DotLayer } from '../canvas/dot-layer.ts';
import { basicProps } from '../canvas/layers.ts';
import type { Cluster } from '../../model/places/clusters.ts';
import type { CategoryLayer } from '../../model/places/columns.ts';

const white: Rgba = [255, 255, 255, 255];
const clusterColor = rgbaOf(accentColor, 225 / 255);
const dark = rgbaOf(inkColor);
const hollow = rgbaOf(inkColor, 0);

/** Must stay the same object, or deck.gl uploads the data again. */
const layerData = new WeakMap<CategoryLayer, object>();

/** The radius of a place in metres: larger if there are few places. */
export const placeMeters = { few: 48, many: 9 } as const;

/** The places of each category as one layer: hiding it moves no data. */
export function placeLayers(
  layers: readonly CategoryLayer[],
  meters: number,
  isShown: (category: number) => boolean,
): Layer[] {
  return layers.map((layer) => {
    const { category, count, world, color } = layer;
    let data = layerData.get(layer);
    if (!data) {
      data = { length: count, attributes: { getPosition: { value: world, size: 2 } } };
      layerData.set(layer, data);
    }
    return new DotLayer({
      ...basicProps(layer.rows),
      id: `places-${category}`,
      // Sound: deck.gl takes binary data, but types only lists.
      data: data as never,
      visible: isShown(category),
      radiusUnits: 'meters',
      getRadius: meters,
      radiusMinPixels: 2.5,
      radiusMaxPixels: 7,
      getLineWidth: 0.75,
      getLineColor: white,
      getFillColor: color,
    });
  });
}

/** The radius of a cluster in pixels: its area grows with its count. */
export function clusterRadius(count: number): number {
  return count === 1 ? 5 : Math.min(34, 10 + Math.sqrt(count) / 3);
}

/** The clusters, without their counts. */
export function clusterLayer(clusters: readonly Cluster[]): Layer {
  return new DotLayer<Cluster>({
    ...basicProps(clusters),
    id: 'clusters',
    data: clusters as Cluster[],
    radiusUnits: 'pixels',
    getLineWidth: 2,
    getLineColor: white,
    getFillColor: clusterColor,
    getPosition: ({ at }) => worldPoint(at),
    getRadius: ({ count }) => clusterRadius(count),
  });
}

/** The counts of the clusters. */
export function clusterLabels(clusters: readonly Cluster[]): readonly Label[] {
  return clusters.filter(({ count }) => count > 1).map(({ at, count }) => ({ at, text: String(count) }));
}

/** A ring around the picked place. */
export function pickedLayer(position: LatLng | null): Layer {
  return new DotLayer<LatLng>({
    ...basicProps(position ?? []),
    id: 'picked-place',
    data: position ? [position] : [],
    radiusUnits: 'pixels',
    getFillColor: hollow,
    getLineWidth: 3,
    getLineColor: dark,
    getRadius: 11,
    getPosition: worldPoint,
  });
}

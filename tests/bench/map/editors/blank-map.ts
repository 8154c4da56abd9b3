import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { view, type Corner } from './data.ts';

maplibre.setWorkerUrl(new URL(workerUrl, import.meta.url).href);

/** A MapLibre map without a basemap, once it is loaded. */
export async function blankMap(place: HTMLElement): Promise<maplibre.Map> {
  const map = new maplibre.Map({
    container: place,
    style: { version: 8, sources: {}, layers: [] },
    center: [...view.middle] as [number, number],
    zoom: view.zoom,
    attributionControl: false,
    fadeDuration: 0,
    dragRotate: false,
  });
  await map.once('load');
  return map;
}

/** The centre of such a map. */
export function middleOf(map: maplibre.Map): Corner {
  const { lng, lat } = map.getCenter();
  return [lng, lat];
}

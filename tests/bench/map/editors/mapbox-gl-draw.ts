import MapboxDraw from '@mapbox/mapbox-gl-draw';
import type { Map as TileMap } from 'maplibre-gl';
import { blankMap, middleOf } from './blank-map.ts';
import { featureOf, firstCorner, nextFrames, offer } from './editor.ts';

// Required by its documentation for MapLibre.
Object.assign(MapboxDraw.constants.classes, {
  CANVAS: 'maplibregl-canvas',
  CONTROL_BASE: 'maplibregl-ctrl',
  CONTROL_PREFIX: 'maplibregl-ctrl-',
  CONTROL_GROUP: 'maplibregl-ctrl-group',
  ATTRIBUTION: 'maplibregl-ctrl-attrib',
});

let map: TileMap;
let draw: MapboxDraw;

offer({
  async start(place) {
    map = await blankMap(place);
    draw = new MapboxDraw();
    map.addControl(draw);
    await nextFrames();
  },
  stop() {
    map.removeControl(draw);
    map.remove();
  },
  async load(rings) {
    draw.set({ type: 'FeatureCollection', features: rings.map((ring, id) => featureOf(ring, String(id))) });
    await map.once('idle');
  },
  async edit() {
    draw.changeMode('direct_select', { featureId: '0' });
    await nextFrames();
  },
  area: () => map.getContainer(),
  corner: () => firstCorner(draw.get('0')),
  middle: () => middleOf(map),
});

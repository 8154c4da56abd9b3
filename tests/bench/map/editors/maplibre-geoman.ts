import { Geoman } from '@geoman-io/maplibre-geoman-free';
import type { Map as TileMap } from 'maplibre-gl';
import { blankMap, middleOf } from './blank-map.ts';
import { featureOf, firstCorner, nextFrames, offer } from './editor.ts';

let map: TileMap;
let geoman: Geoman;

offer({
  async start(place) {
    map = await blankMap(place);
    geoman = new Geoman(map);
    await geoman.waitForGeomanLoaded();
  },
  async stop() {
    await geoman.destroy();
    map.remove();
  },
  async load(rings) {
    const features = rings.map((ring, id) => featureOf(ring, `polygon-${id}`, { shape: 'polygon' }));
    await geoman.features.importGeoJson({ type: 'FeatureCollection', features });
    await map.once('idle');
  },
  async edit() {
    await geoman.enableMode('edit', 'change');
    await nextFrames();
  },
  area: () => map.getContainer(),
  corner: () => firstCorner(geoman.features.exportGeoJson().features[0]),
  middle: () => middleOf(map),
});

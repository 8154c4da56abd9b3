import type { Map as TileMap } from 'maplibre-gl';
import { TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { blankMap, middleOf } from './blank-map.ts';
import { featureOf, firstCorner, nextFrames, offer } from './editor.ts';

let map: TileMap;
let draw: TerraDraw;
let ids: (string | number)[] = [];

function first(): string | number {
  const [id] = ids;
  if (id === undefined) throw new Error('there is no polygon');
  return id;
}

offer({
  async start(place) {
    map = await blankMap(place);
    draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 9 }),
      modes: [
        new TerraDrawPolygonMode(),
        new TerraDrawSelectMode({
          flags: {
            polygon: { feature: { coordinates: { midpoints: true, draggable: true, deletable: true } } },
          },
        }),
      ],
    });
    draw.start();
    draw.setMode('select');
    await nextFrames();
  },
  stop() {
    draw.stop();
    map.remove();
  },
  async load(rings) {
    const rounded = (value: number) => Number(value.toFixed(9));
    const features = rings.map((ring) => {
      const { id: _, ...feature } = featureOf(
        ring.map(([lng, lat]) => [rounded(lng), rounded(lat)]),
        0,
        { mode: 'polygon' },
      );
      return feature;
    });
    const results = draw.addFeatures(features);
    const rejected = results.find(({ valid }) => !valid);
    if (rejected) throw new Error(`terra-draw rejects a polygon: ${rejected.reason}`);
    ids = results.map(({ id }) => id);
    await map.once('idle');
  },
  async edit() {
    draw.selectFeature(first());
    await nextFrames();
  },
  area: () => map.getContainer(),
  corner: () => firstCorner(draw.getSnapshotFeature(first())),
  middle: () => middleOf(map),
});

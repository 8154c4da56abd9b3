import { expect, test } from 'vitest';
import { columnsOf } from '../../../../tests/support/map/place-columns.ts';
import { latLng } from '../../model/index.ts';
import { layersOf } from '../../model/places/columns.ts';
import { dotsOf } from '../plain/dots.ts';
import { clusterLayer, pickedLayer, placeLayers } from './place-layers.ts';

const urganch = latLng(41.55, 60.63);
const khiva = latLng(41.378, 60.36);

test('places, clusters and the picked place are at their positions, also on a plain canvas', () => {
  const columns = columnsOf(
    [urganch, khiva].map(([lat, lng]) => [lat, lng, 0]),
    [{ id: 1, title: 'Oddiy', color: '#16a34a' }],
  );
  const layers = [
    ...placeLayers(layersOf(columns), 9, () => true),
    clusterLayer([{ at: khiva, count: 40, row: null, splitsAt: 10 }]),
    pickedLayer(urganch),
  ];
  const dots = dotsOf(layers);
  const drawn = dots.flatMap(({ count, at }) => Array.from({ length: count }, (_, index) => at(index)));
  expect(drawn).toEqual(
    [urganch, khiva, khiva, urganch].map((position) => position.map((degrees) => expect.closeTo(degrees, 9))),
  );
  // The picked place has a ring around it, without a fill.
  expect(dots.at(-1)?.style(0, 15)).toMatchObject({ fill: 'rgb(23 32 36 / 0)', rim: 'rgb(23 32 36 / 1)' });
  // Nine metres are less than the smallest dot at zoom 8, and more than the largest at zoom 18.
  expect([8, 18].map((zoom) => dots[0]?.style(0, zoom).radius)).toEqual([2.5, 7]);
});

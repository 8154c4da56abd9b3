import { expect, test } from 'vitest';
import { worldPoint } from '../../model/geometry/mercator.ts';
import { latLng, type PolygonShape } from '../../model/index.ts';
import { MapSession } from '../../model/map-session.ts';
import type { LayerArrays } from '../polygons/block-arrays.ts';
import { Camera } from '../camera/camera.ts';
import { Painter } from './painter.ts';

const polygon = (id: number, color: string): PolygonShape => ({
  id,
  title: `${id}`,
  color,
  coords: [latLng(41.5, 60.5 + id), latLng(41.6, 60.5 + id), latLng(41.6, 60.6 + id)],
});

function setUp(color: string) {
  const session = new MapSession();
  session.dispatch({
    type: 'replace',
    shapes: { polygons: [polygon(1, color), polygon(2, color)], markers: [] },
  });
  const painter = new Painter(session, new Camera({ latitude: 41.55, longitude: 60.62, zoom: 8 }));
  const layer = (id: string) => painter.layers().find((one) => one.id === id);
  return { session, painter, layer };
}

test('draws the outline of the selected shape above its neighbours, in the colour of the theme', () => {
  const { session, painter, layer } = setUp('#1d5fd1');
  expect(layer('selected-line')?.props.visible).toBe(false);
  session.dispatch({ type: 'select', kind: 'polygon', id: 2 });
  const ids = painter.layers().map(({ id }) => id);
  expect(ids.indexOf('selected-line')).toBeGreaterThan(ids.indexOf('shapes-0-line'));
  const lines = () => layer('selected-line')?.props.data as { width: number; color: number[] }[];
  expect(layer('selected-line')?.props.visible).toBe(true);
  const onLight = lines();
  // While the selection stays the same, nothing is uploaded again.
  expect(lines()).toBe(onLight);
  painter.setBackgrounds(['#11191b']);
  const onDark = lines();
  expect(onDark.map(({ color }) => color)).toEqual(onLight.map(({ color }) => color).toReversed());
  expect(onDark.map(({ width }) => width)).toEqual(onLight.map(({ width }) => width));
});

test('draws near-black shapes lighter on a dark basemap, unless their colours encode values', () => {
  const { painter, layer, session } = setUp('#000000');
  const edge = () => {
    const data = layer('shapes-0-line')?.props.data as LayerArrays | undefined;
    return [...(data?.attributes['instanceColors']?.value.subarray(0, 3) ?? [])];
  };
  expect(edge()).toEqual([0, 0, 0]);
  painter.setBackgrounds(['#11191b']);
  expect(Math.min(...edge())).toBeGreaterThan(80);
  expect(session.state.value.polygons[0]?.color).toBe('#000000');
  painter.setAreaStyle('filled');
  expect(edge()).toEqual([8, 12, 14]);
});

test.each([
  { near: 2, array: Float64Array },
  { near: 1.2, array: Float32Array },
])('passes areas and outlines in pixels of the world relative to their middle: %o', ({ near, array }) => {
  const { layer, session } = setUp('#1d5fd1');
  const first = polygon(1, '#1d5fd1');
  session.dispatch({
    type: 'replace',
    shapes: { polygons: [first, polygon(near, '#1d5fd1')], markers: [] },
  });
  const corners = first.coords.map(worldPoint);
  const drawn = (id: string) => {
    const data = layer(id)?.props.data as LayerArrays;
    const { value } = data.attributes['vertexPositions'] ?? {};
    expect(value).toBeInstanceOf(array);
    expect(layer(id)?.props).toMatchObject({ origin: data.origin });
    return [...(value ?? [])].map((number, at) => number + data.origin[(at % 2) as 0 | 1]);
  };
  const expectCorners = (found: readonly number[], expected: readonly number[]) => {
    for (const [at, number] of expected.entries()) expect(found[at]).toBeCloseTo(number, 7);
  };
  expectCorners(drawn('shapes-0-fill'), corners.flat());
  // The corners again, since each segment needs the next ones.
  expectCorners(drawn('shapes-0-line'), [...corners, ...corners].flat());
  session.dispatch({ type: 'select', kind: 'polygon', id: 1 });
  const lines = layer('selected-line')?.props.data as { ring: Float64Array }[] | undefined;
  expect([...(lines?.[0]?.ring ?? [])]).toEqual([...corners, ...corners.slice(0, 1)].flat());
});

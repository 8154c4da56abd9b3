import type { Layer } from '@deck.gl/core';
import { expect, test } from 'vitest';
import type { PolygonShape } from '../../model/index.ts';
import { cityText } from '../../../../tests/support/map/boundaries.ts';
import { read } from '../../../../tests/support/map/read.ts';
import type { LayerArrays } from './block-arrays.ts';
import { BlockPainter } from './block-painter.ts';
import { Camera } from '../camera/camera.ts';

const city = read(cityText(3_000_000)).polygons.map(({ shape }) => shape);

function setUp(zoom: number) {
  const camera = new Camera({ latitude: 41.03, longitude: 60.5, zoom });
  camera.set(camera.view, { width: 800, height: 600 });
  return { camera, painter: new BlockPainter(camera) };
}

/** Draws until nothing is pending; returns the number of frames, and the fills of the last one. */
function drawAll(
  painter: BlockPainter,
  polygons: readonly PolygonShape[],
): { pictures: number; fills: Layer[] } {
  for (let pictures = 1; pictures < 50; pictures += 1) {
    const layers = painter.layers(polygons, 'tinted');
    if (!painter.needsAnotherFrame)
      return { pictures, fills: layers.filter(({ id }) => id.endsWith('-fill')) };
  }
  throw new Error('it never ends');
}

const shown = (fills: readonly Layer[]) =>
  fills.filter(({ props }) => props.visible).flatMap(({ props }) => (props.data as LayerArrays).polygons);

test('draws a few polygons in one frame', () => {
  const { painter } = setUp(13);
  const few = city.slice(0, 20);
  const { pictures, fills } = drawAll(painter, few);
  expect(pictures).toBe(1);
  expect(shown(fills)).toEqual(few);
});

test('draws a city block by block, until it is complete', () => {
  const { painter } = setUp(9);
  const { pictures, fills } = drawAll(painter, city);
  // The first frame does not measure yet.
  expect(pictures).toBe(fills.length + 1);
  expect(pictures).toBeGreaterThan(3);
  expect(shown(fills)).toEqual(city);
});

test('draws only visible blocks at a high zoom, and others when the map moves there', () => {
  const { camera, painter } = setUp(15);
  camera.set({ latitude: 41, longitude: 60, zoom: 15 });
  const before = shown(drawAll(painter, city).fills);
  expect(before).toContain(city[0]);
  expect(before.length).toBeLessThan(city.length / 2);
  const last = city.at(-1)?.coords[0] ?? [0, 0];
  camera.set({ latitude: last[0], longitude: last[1], zoom: 15 });
  expect(painter.needsAnotherFrame).toBe(true);
  const after = shown(drawAll(painter, city).fills);
  expect(after).toContain(city.at(-1));
  expect(after).not.toContain(city[0]);
});

test('draws more detail at another zoom', () => {
  const { camera, painter } = setUp(9);
  drawAll(painter, city);
  expect(painter.needsAnotherFrame).toBe(false);
  camera.set({ ...camera.view, zoom: 10.5 });
  expect(painter.needsAnotherFrame).toBe(true);
  const { fills } = drawAll(painter, city);
  const levels = fills
    .filter(({ props }) => props.visible)
    .map(({ props }) => (props.data as LayerArrays).detail.level);
  expect(new Set(levels)).toEqual(new Set([11]));
});

test('draws an emptied map in one frame, the same each time', () => {
  const { painter } = setUp(13);
  drawAll(painter, city.slice(0, 1));
  const { pictures, fills } = drawAll(painter, []);
  expect(pictures).toBe(1);
  expect(shown(fills)).toEqual([]);
  expect(painter.needsAnotherFrame).toBe(false);
  expect(drawAll(painter, []).fills[0]?.props.data).toBe(fills[0]?.props.data);
});

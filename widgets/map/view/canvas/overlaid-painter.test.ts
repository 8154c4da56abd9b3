import { ScatterplotLayer } from '@deck.gl/layers';
import { expect, test } from 'vitest';
import type { MapOverlay } from '../map-overlay.ts';
import { MapSession } from '../map-session.ts';
import { Camera } from './camera.ts';
import { OverlaidPainter } from './overlaid-painter.ts';

const overlay: MapOverlay = {
  attach: () => () => undefined,
  layers: () => [new ScatterplotLayer({ id: 'over' })],
  moved: () => undefined,
  covers: () => false,
  press: () => false,
  count: 0,
  markers: () => [],
  clear: () => undefined,
};

function idsOf(isHeld: boolean): { readonly painter: OverlaidPainter; readonly ids: () => string[] } {
  const camera = new Camera({ latitude: 41.55, longitude: 60.62, zoom: 13 });
  const painter = new OverlaidPainter(new MapSession(), camera, isHeld);
  painter.setOverlay(overlay);
  return { painter, ids: () => painter.layers().map(({ id }) => id) };
}

test('what lies over a map that will look elsewhere is drawn once it does, above all else', () => {
  const { painter, ids } = idsOf(true);
  expect(ids()).not.toContain('over');
  expect(painter.release()).toBe(true);
  expect(ids().at(-1)).toBe('over');
  expect(painter.release()).toBe(false);
});

test('where a map is not to look elsewhere it is drawn at once', () => {
  expect(idsOf(false).ids().at(-1)).toBe('over');
});

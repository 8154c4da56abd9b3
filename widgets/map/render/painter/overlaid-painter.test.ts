import { ScatterplotLayer } from '@deck.gl/layers';
import { afterEach, expect, test, vi } from 'vitest';
import type { MapOverlay } from '../canvas/map-overlay.ts';
import { latLng } from '../../model/index.ts';
import { MapSession } from '../../model/map-session.ts';
import { Camera } from '../camera/camera.ts';
import { OverlaidPainter, overlayTimeoutMs } from './overlaid-painter.ts';

const overlay: MapOverlay = {
  attach: () => () => undefined,
  layers: () => [new ScatterplotLayer({ id: 'over' })],
  labels: () => [],
  isPending: false,
  onViewChange: () => undefined,
  contains: () => false,
  press: () => null,
  count: 0,
  markers: () => [],
  households: () => ({ count: 0, placeOf: () => latLng(0, 0), titleOf: () => '' }),
  clear: () => undefined,
};

function idsOf(
  isHeld: boolean,
  over = overlay,
): { readonly painter: OverlaidPainter; readonly ids: () => string[] } {
  const camera = new Camera({ latitude: 41.55, longitude: 60.62, zoom: 13 });
  const painter = new OverlaidPainter(new MapSession(), camera, isHeld);
  painter.setOverlay(over);
  return { painter, ids: () => painter.layers().map(({ id }) => id) };
}

test('draws an overlay after the map has moved to its new view, on top', () => {
  const { painter, ids } = idsOf(true);
  expect(ids()).not.toContain('over');
  expect(painter.release()).toBe(true);
  expect(ids().at(-1)).toBe('over');
  expect(painter.release()).toBe(false);
});

test('draws an overlay at once on a map that does not move', () => {
  expect(idsOf(false).ids().at(-1)).toBe('over');
});

afterEach(() => void vi.useRealTimers());

test('the first frame waits for its overlay, for a limited time', () => {
  vi.useFakeTimers();
  const over = { ...overlay, isPending: true };
  const { painter } = idsOf(true, over);
  const visible = () => painter.layers().find(({ id }) => id === 'over')?.props.visible;
  expect(visible()).toBeUndefined();
  painter.release();
  // Prepared, but not drawn.
  expect(visible()).toBe(false);
  over.isPending = false;
  expect(visible()).toBe(true);
  over.isPending = true;
  expect(visible()).toBe(false);
  // The time of the computer may be corrected meanwhile.
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(overlayTimeoutMs);
  expect(visible()).toBe(true);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { View } from '../../render/camera/camera.ts';
import { MapCore } from './map-core.ts';

const square = [
  [41.5, 60.6],
  [41.5, 60.7],
  [41.6, 60.7],
] as const;

let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
});
afterEach(() => vi.unstubAllGlobals());

function runFrames(): void {
  for (let run = frames.shift(); run; run = frames.shift()) run();
}

/** A map with one area, and the views that it has drawn. */
function drawnMap() {
  const core = new MapCore({ lat: 41.55, lng: 60.63, zoom: 5 }, () => [], { holdsOverlay: false });
  const drawn: View[] = [];
  core.canvas.current = {
    paint: () => undefined,
    drawInteraction: () => undefined,
    setView(view) {
      core.camera.set(view);
      drawn.push(view);
    },
    panTo: () => undefined,
    finishPan: () => undefined,
  };
  core.camera.set(core.camera.view, { width: 800, height: 600 });
  const polygon = { id: 1, title: 'A', color: '#16a34a', coords: square };
  const shapes = { polygons: [polygon], markers: [] };
  core.session.dispatch({ type: 'replace', shapes, near: core.camera.home }, 'api');
  return { core, drawn };
}

test('draws a fitted map once, with any number of fits to the same shapes', () => {
  const { core, drawn } = drawnMap();
  core.show(null);
  runFrames();
  core.show(null);
  runFrames();
  expect(drawn).toHaveLength(1);
});

test('fits a map that was hidden when it is shown', () => {
  const { core, drawn } = drawnMap();
  core.camera.set(core.camera.view, { width: 1, height: 1 });
  core.show(null);
  runFrames();
  expect(drawn).toHaveLength(0);
  core.camera.set(core.camera.view, { width: 800, height: 600 });
  core.refit();
  expect(drawn).toHaveLength(1);
});

test('draws again after a fit into another size, and after a move', () => {
  const { core, drawn } = drawnMap();
  core.show(null);
  core.camera.set(core.camera.view, { width: 400, height: 300 });
  core.refit();
  expect(drawn).toHaveLength(2);
  core.camera.set(core.camera.panned(50, 0));
  core.refit();
  expect(drawn).toHaveLength(2);
  core.show(null);
  expect(drawn).toHaveLength(3);
});

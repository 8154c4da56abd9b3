import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { columnsOf, type Place } from '../../../../tests/support/map/place-columns.ts';
import { maxUnclusteredPlaces } from '../../model/places/clusters.ts';
import { Camera } from '../camera/camera.ts';
import { PlaceOverlay } from './place-overlay.ts';
import { PlaceServer, type WorkerRequest, type WorkerResponse } from './place-server.ts';

/** Runs the worker's code when a test says so, since there are no workers here. */
class SteppedWorker extends EventTarget {
  static last: SteppedWorker;
  readonly #server = new PlaceServer();
  readonly #requests: WorkerRequest[] = [];

  constructor() {
    super();
    SteppedWorker.last = this;
  }

  postMessage(request: WorkerRequest): void {
    this.#requests.push(structuredClone(request));
  }

  terminate(): void {}

  /** Handles one request, or prepares one step; false if there is nothing to do. */
  step(): boolean {
    const request = this.#requests.shift();
    if (!request && !this.#server.isPreparing) return false;
    const response = request ? this.#server.reply(request) : this.#server.prepare();
    if (response) this.#send(response.message);
    return true;
  }

  run(): void {
    while (this.step());
  }

  /** Does everything, and returns a function that delivers the responses. */
  runAhead(): () => void {
    const held: WorkerResponse[] = [];
    this.#send = (data) => held.push(data);
    this.run();
    this.#send = this.#deliver;
    return () => held.forEach(this.#deliver);
  }

  readonly #deliver = (data: WorkerResponse): void => {
    this.dispatchEvent(new MessageEvent('message', { data }));
  };
  #send: (data: WorkerResponse) => void = this.#deliver;
}

const legend = [{ id: 1, title: 'Oddiy', color: '#16a34a' }];
const cityOf = (count: number) =>
  columnsOf(
    Array.from({ length: count }, (_, row): Place => [41.5 + row / 1e5, 60.6, 0]),
    legend,
  );
const many = cityOf(maxUnclusteredPlaces + 1);

beforeEach(() => void vi.stubGlobal('Worker', SteppedWorker));
afterEach(() => void vi.unstubAllGlobals());

function overlayAt(zoom: number) {
  const camera = new Camera({ latitude: 41.55, longitude: 60.6, zoom });
  camera.set(camera.view, { width: 800, height: 600 });
  const ready = vi.fn();
  const overlay = new PlaceOverlay({ onPick: () => undefined, onReady: ready, onError: () => undefined });
  const repaint = vi.fn();
  overlay.attach({ camera, repaint, setView: (view) => camera.set(view), updateCount: () => undefined });
  repaint.mockClear();
  return { overlay, camera, repaint, ready, worker: SteppedWorker.last };
}

/** The layers of single places, and the number of clusters. */
function drawn(overlay: PlaceOverlay) {
  const layers = overlay.layers();
  const clusters = layers.find(({ id }) => id === 'clusters')?.props.data as readonly unknown[];
  return {
    places: layers.map(({ id }) => id).filter((id) => id.startsWith('places-')),
    clusters: clusters.length,
  };
}

test('the first frame of many places waits for their clusters, and needs no single places', () => {
  const { overlay, repaint, ready, worker } = overlayAt(8);
  // Drawn before there are any places.
  expect(drawn(overlay)).toEqual({ places: [], clusters: 0 });
  overlay.show(many);
  expect(overlay.isPending).toBe(true);
  // The map has to learn that it waits before it draws its shapes alone.
  expect(repaint).toHaveBeenCalledTimes(1);
  while (overlay.isPending) expect(worker.step()).toBe(true);
  expect(drawn(overlay)).toEqual({ places: [], clusters: 1 });
  expect(repaint).toHaveBeenCalledTimes(2);
  worker.run();
  expect(ready).toHaveBeenCalledTimes(1);
  // Another frame at once would be drawn while the first one still is.
  expect(repaint).toHaveBeenCalledTimes(2);
  overlay.end();
});

test('a map that is zoomed in gets its single places first', () => {
  const { overlay, worker } = overlayAt(15);
  overlay.show(many);
  expect(overlay.isPending).toBe(false);
  worker.step();
  worker.step();
  expect(drawn(overlay)).toEqual({ places: ['places-0'], clusters: 0 });
  worker.run();
  expect(overlay.press(overlay.households().placeOf(7), false)).toEqual({ picked: 'Oddiy' });
});

test('few places stay on the map until the next ones can be drawn', () => {
  const { overlay, worker } = overlayAt(8);
  overlay.show(cityOf(5));
  worker.run();
  expect(drawn(overlay).places).toEqual(['places-0']);
  overlay.show(cityOf(9));
  expect(overlay.isPending).toBe(false);
  expect(overlay.count).toBe(5);
  worker.step();
  expect([overlay.count, drawn(overlay).places.length]).toEqual([5, 1]);
  worker.run();
  expect(overlay.count).toBe(9);
  overlay.clear();
  worker.run();
  expect([overlay.count, drawn(overlay).places.length]).toEqual([0, 0]);
});

test('only the places that were sent last are shown', () => {
  const { overlay, worker } = overlayAt(8);
  overlay.show(cityOf(5));
  const deliver = worker.runAhead();
  overlay.show(cityOf(9));
  deliver();
  expect(overlay.count).toBe(0);
  worker.run();
  expect(overlay.count).toBe(9);
});

test('many places that replace others are shown with their clusters', () => {
  const { overlay, camera, worker } = overlayAt(8);
  overlay.show(many);
  worker.run();
  expect(drawn(overlay).clusters).toBe(1);
  overlay.show(cityOf(maxUnclusteredPlaces + 500));
  expect(overlay.isPending).toBe(false);
  worker.run();
  expect(overlay.count).toBe(maxUnclusteredPlaces + 500);
  camera.set({ ...camera.view, zoom: 15 });
  overlay.onViewChange();
  expect(drawn(overlay)).toEqual({ places: ['places-0'], clusters: 0 });
  overlay.end();
});

import { createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { KomakMapElement as MapElement } from '#widgets/map/element/komak-map-element.tsx';
import { latLng, KomakMap, type KomakMapHandle } from '#widgets/map/index.ts';
import texts from '../../../../locales/uz/map.json' with { type: 'json' };
import { view, type Corner, type Ring } from './data.ts';
import { nextFrames, offer, type MountedMap } from './editor.ts';

let root: Root;
const handle = createRef<KomakMapHandle>();
const [lng, lat] = view.middle;

/** The element in the page or in a shadow root, once it exists. */
async function found<E extends Element>(selector: string, parent: ParentNode = document): Promise<E> {
  for (;;) {
    const element = parent.querySelector<E>(selector);
    if (element) return element;
    await nextFrames(1);
  }
}

/** Renders the map with the longitude of its centre; another longitude moves it. */
function draw(middle: number, onReady?: () => void): void {
  root.render(
    <KomakMap
      texts={texts}
      mode="edit"
      fit={false}
      place={{ lng: middle, lat, zoom: view.zoom }}
      onReady={onReady}
      ref={handle}
    />,
  );
}

function shapesOf(rings: readonly Ring[]) {
  return {
    polygons: rings.map((ring, id) => ({
      id,
      title: `Maydon ${id}`,
      color: '#1d5fd1',
      coords: ring.map((corner) => latLng(corner[1], corner[0])),
    })),
    markers: [],
  };
}

async function replaceShapes(rings: readonly Ring[]): Promise<void> {
  handle.current?.replace(shapesOf(rings));
  await nextFrames();
}

/** The component without the editor. */
const viewer: MountedMap = {
  async start(place) {
    root = createRoot(place);
    await new Promise<void>((done) =>
      root.render(<KomakMap texts={texts} mode="view" fit={false} onReady={done} ref={handle} />),
    );
  },
  stop: () => root.unmount(),
  load: replaceShapes,
};

/** The custom element; its toolbar is in its shadow root. */
function elementIn(mode: 'edit' | 'view'): MountedMap {
  let map: MapElement;
  return {
    async start(place) {
      const { KomakMapElement } = await import('#widgets/map/element/komak-map-element.tsx');
      if (!customElements.get('komak-map')) customElements.define('komak-map', KomakMapElement);
      map = document.createElement('komak-map') as MapElement;
      map.setAttribute('mode', mode);
      map.setAttribute('tiles', 'none');
      map.style.cssText = 'display: block; height: 100%';
      const ready = new Promise((done) => map.addEventListener('ready', done, { once: true }));
      place.append(map);
      await ready;
      if (mode === 'edit') await found(`[aria-label="${texts.toolbar.undo}"]`, map.shadowRoot ?? document);
    },
    stop: () => map.remove(),
    async load(rings) {
      const polygons = shapesOf(rings).polygons.map((polygon) => ({
        ...polygon,
        coords: polygon.coords.map(([north, east]): [number, number] => [north, east]),
      }));
      map.value = { polygons, markers: [] };
      await nextFrames();
    },
  };
}

function firstCornerOf(polygon: number): Corner {
  const [north, east] = handle.current?.value.polygons[polygon]?.coords[0] ?? [0, 0];
  return [east, north];
}

offer({
  async start(place) {
    root = createRoot(place);
    await new Promise<void>((done) => draw(lng, done));
    await found(`[aria-label="${texts.toolbar.undo}"]`);
    // The bar below the map is not part of it.
    const { height } = (await found('.km-stage')).getBoundingClientRect();
    place.style.height = `${2 * view.height - height}px`;
    await nextFrames();
  },
  stop: () => root.unmount(),
  load: replaceShapes,
  async take(text) {
    const report = await handle.current?.import(text);
    // A large import is drawn over several frames.
    await nextFrames(30);
    return report?.accepted ?? 0;
  },
  async edit() {
    handle.current?.select(0);
    await nextFrames();
    (await found<HTMLElement>(`[aria-label="${texts.toolbar.edit}"]`)).click();
    await nextFrames();
    // The selection was panned beside the panel; all editors are measured where the pointer expects the
    // corner.
    draw(lng + 1e-9);
    await nextFrames();
  },
  area: () => document.querySelector('.km-stage') as Element,
  corner: () => firstCornerOf(0),
  neighborCorner: () => firstCornerOf(1),
  middle() {
    // Not `export`, which would copy all polygons.
    const [north, east] = handle.current?.unproject({ x: view.width / 2, y: view.height / 2 }) ?? [0, 0];
    return [east, north];
  },
  variants: {
    'komak, view': viewer,
    '<komak-map>, edit': elementIn('edit'),
    '<komak-map>, view': elementIn('view'),
  },
});

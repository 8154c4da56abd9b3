import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Map as TileMap, type MapRef } from 'react-map-gl/maplibre';
import { isArchive } from '../../io/tiles/archive-url.ts';
import { tileUrl, type TileAddress, type TileSource } from '../../io/tiles/tile-source.ts';
import type { View } from '../../render/camera/camera.ts';
import { onPixelRatioChange } from '../../render/canvas/pixel-ratio.ts';
import { useTileStyle, type TileStyleOptions } from './use-tile-style.ts';

interface BasemapProps extends TileStyleOptions {
  readonly source: TileSource;
  /** The view of the shapes' frame, which a pan moves together with the basemap. */
  readonly drawnView: () => View;
  readonly ref: Ref<BasemapHandle>;
}

/** Keeps the basemap in sync with the shapes above it. */
export interface BasemapHandle {
  /** Draws a view immediately, so that basemap and shapes are drawn in the same frame. */
  follow(view: View): void;
}

/** How many consecutive tiles may fail, how long the first one may take, and when a map without one checks its worker. */
const failureLimits = { tiles: 4, firstTileMs: 12_000, workerMs: 5000 } as const;

// On a page of another origin MapLibre starts it from a blob script.
maplibre.setWorkerUrl(new URL(workerUrl, import.meta.url).href);

/**
 * A map that can be freed once it is removed. With the last map MapLibre ends its workers, and keeps the error of that until
 * there is another map: in Chromium its stack holds the map, with all of its elements.
 */
class FreeableMap extends maplibre.Map {
  override remove(): void {
    const { stackTraceLimit } = Error;
    // Without an error where a page has frozen its globals.
    Reflect.set(Error, 'stackTraceLimit', 0);
    try {
      super.remove();
    } finally {
      Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
    }
  }
}
const mapLibrary = { ...maplibre, Map: FreeableMap };

/** The tiles under the shapes, drawn by MapLibre. Loaded as a separate chunk. */
export function Basemap({ source, drawnView, ref, ...options }: BasemapProps) {
  const map = useRef<MapRef>(null);
  const shown = useRef<View | null>(null);
  const [initialView] = useState(drawnView);
  const style = useTileStyle(source, options);
  const { countFailure, countTile } = useFailureCount(source, options.onFail);

  function follow(view: View): void {
    const basemap = map.current?.getMap();
    if (!basemap || shown.current === view) return;
    shown.current = view;
    basemap.jumpTo({ center: [view.longitude, view.latitude], zoom: view.zoom });
    basemap.redraw();
  }
  useImperativeHandle(ref, () => ({ follow }));
  // MapLibre itself follows only the size of its element.
  useEffect(() => onPixelRatioChange(() => map.current?.getMap().resize()), []);

  if (!style) return null;
  return (
    <TileMap
      mapLib={mapLibrary}
      mapStyle={style}
      ref={map}
      initialViewState={initialView}
      style={{ position: 'absolute', zIndex: -1, inset: 0 }}
      interactive={false}
      attributionControl={false}
      maxZoom={24}
      fadeDuration={0}
      refreshExpiredTiles={false}
      transformRequest={(url) => ({ url, referrerPolicy: 'origin' })}
      onSourceData={({ sourceId: id, tile, sourceDataType }) => {
        if (tile && sourceDataType !== 'metadata' && id !== undefined && tile.state === 'loaded')
          countTile(tile.tileID.canonical);
      }}
      onLoad={() => follow(drawnView())}
      onError={countFailure}
    />
  );
}

/**
 * Stops using a source if its first tile does not load, if several fail in a row and a previously loaded one
 * cannot be loaded again, or if MapLibre's worker does not start.
 */
function useFailureCount(source: TileSource, onFail: () => void) {
  const isInArchive = isArchive(source.url);
  const state = useRef<{ last: TileAddress | null; failures: number; ended: AbortController }>({
    last: null,
    failures: 0,
    ended: new AbortController(),
  });

  useEffect(() => {
    const tiles = state.current;
    tiles.ended = new AbortController();
    // An archive reports its own problems, and may not cover this place.
    const timer = isInArchive
      ? undefined
      : setTimeout(() => {
          if (!tiles.last) onFail();
        }, failureLimits.firstTileMs);
    return () => {
      clearTimeout(timer);
      tiles.ended.abort();
    };
  }, [isInArchive, onFail]);

  useEffect(() => onBlockedWorker(onFail), [onFail]);
  const check = useRef<AbortController>(null);
  useEffect(() => {
    const checking = (check.current = new AbortController());
    const timer = setTimeout(() => {
      if (!state.current.last) onMissingWorker(onFail, checking.signal);
    }, failureLimits.workerMs);
    checking.signal.addEventListener('abort', () => clearTimeout(timer));
    return () => checking.abort();
  }, [onFail]);

  function countFailure(): void {
    const tiles = state.current;
    const { last, ended } = tiles;
    // Offline, no other source would work either.
    if (last && !navigator.onLine) return;
    tiles.failures += 1;
    if (tiles.failures !== failureLimits.tiles) return;
    if (!last) onFail();
    else
      void isReachable(tileUrl(source, last), ended.signal).then((reachable) => {
        if (reachable || ended.signal.aborted) tiles.failures = 0;
        else onFail();
      });
  }

  function countTile(last: TileAddress): void {
    check.current?.abort();
    Object.assign(state.current, { last, failures: 0 });
  }

  return { countFailure, countTile };
}

/** Calls `listener` when the page's policy blocks a worker from a blob script, which no error of MapLibre reports. */
function onBlockedWorker(listener: () => void): () => void {
  const check = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'worker-src' && blockedURI === 'blob') listener();
  };
  document.addEventListener('securitypolicyviolation', check);
  return () => document.removeEventListener('securitypolicyviolation', check);
}

/**
 * Calls `listener` if the script of MapLibre's worker does not load, which MapLibre does not report: a map without a worker
 * waits for its tiles forever. Loads it in a worker from a blob script, as MapLibre does on a page of another origin, until
 * `signal` is aborted.
 */
function onMissingWorker(listener: () => void, signal: AbortSignal): void {
  const url = maplibre.getWorkerUrl();
  // On its own origin the page may not allow a blob script, and gets the worker with the map.
  if (signal.aborted || new URL(url).origin === location.origin) return;
  const code = `import(${JSON.stringify(url)}).then(() => postMessage(true), () => postMessage(false))`;
  const script = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(script, { type: 'module' });
  URL.revokeObjectURL(script);
  signal.addEventListener('abort', () => worker.terminate());
  worker.addEventListener('message', ({ data }) => {
    worker.terminate();
    if (data === false) listener();
  });
}

/**
 * Whether a tile that was loaded before can still be loaded: if others fail, the source may just not cover
 * that place. Formats that list their tiles need no check.
 */
async function isReachable(url: string | null, signal: AbortSignal): Promise<boolean> {
  if (url === null) return false;
  try {
    const { ok } = await fetch(url, { cache: 'no-store', referrerPolicy: 'origin', signal });
    return ok;
  } catch {
    return false;
  }
}

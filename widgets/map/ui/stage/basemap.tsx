import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Map as TileMap, type MapRef } from 'react-map-gl/maplibre';
import { styleOf, tileUrl, type TileAddress, type TileSource } from '../../io/tiles/tile-source.ts';
import { resolveWorkerUrl } from '../../io/worker/worker-url.ts';
import type { Camera, View } from '../../render/camera/camera.ts';

interface BasemapProps {
  readonly source: TileSource;
  readonly camera: Camera;
  /** The tiles of this source cannot be loaded. */
  readonly onFail: () => void;
  readonly ref: Ref<BasemapHandle>;
}

/** Keeps the basemap in step with the shapes above it. */
export interface BasemapHandle {
  /** Draws a view at once, so that basemap and shapes are of one frame. */
  follow(view: View): void;
}

/** How many tiles in a row may fail, and how long the first one may take. */
const failureLimits = { tiles: 4, firstTileMs: 12_000 } as const;

maplibre.setWorkerUrl(resolveWorkerUrl(workerUrl));

/** The tiles under the shapes, drawn by MapLibre. Loads as a chunk of its own. */
export function Basemap({ source, camera, onFail, ref }: BasemapProps) {
  const map = useRef<MapRef>(null);
  const shown = useRef<View | null>(null);
  const [initialView] = useState(() => camera.view);
  const isReady = usePmtiles(source.url, onFail);
  const { countFailure, countTile } = useFailureCount(source, onFail);

  function follow(view: View): void {
    const basemap = map.current?.getMap();
    if (!basemap || shown.current === view) return;
    shown.current = view;
    basemap.jumpTo({ center: [view.longitude, view.latitude], zoom: view.zoom });
    basemap.redraw();
  }
  useImperativeHandle(ref, () => ({ follow }));

  if (!isReady) return null;
  return (
    <TileMap
      mapLib={maplibre}
      mapStyle={styleOf(source)}
      ref={map}
      initialViewState={initialView}
      style={{ position: 'absolute', zIndex: -1, inset: 0 }}
      interactive={false}
      attributionControl={false}
      maxZoom={24}
      refreshExpiredTiles={false}
      transformRequest={(url) => ({ url, referrerPolicy: 'origin' })}
      onSourceData={({ sourceId: id, tile, sourceDataType }) => {
        if (tile && sourceDataType !== 'metadata' && id !== undefined && tile.state === 'loaded')
          countTile(tile.tileID.canonical);
      }}
      onLoad={() => follow(camera.view)}
      onError={countFailure}
    />
  );
}

/** Gives a source up when its first tile does not come, or when several fail in a row and an earlier one does too. */
function useFailureCount(source: TileSource, onFail: () => void) {
  const state = useRef<{ last: TileAddress | null; failures: number; ended: AbortController }>({
    last: null,
    failures: 0,
    ended: new AbortController(),
  });

  useEffect(() => {
    const tiles = state.current;
    tiles.ended = new AbortController();
    const timer = setTimeout(() => {
      if (!tiles.last) onFail();
    }, failureLimits.firstTileMs);
    return () => {
      clearTimeout(timer);
      tiles.ended.abort();
    };
  }, [onFail]);

  function countFailure(): void {
    const tiles = state.current;
    const { last, ended } = tiles;
    // Offline no other source would do better.
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
    Object.assign(state.current, { last, failures: 0 });
  }

  return { countFailure, countTile };
}

/**
 * Whether a tile that was loaded before can still be loaded: where others fail, the source may merely have none of that
 * place. Formats that name their tiles themselves say what they have.
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

let pmtiles: Promise<void> | null = null;

/** Teaches MapLibre to read PMTiles archives, once a source is one. */
function usePmtiles(url: string, onFail: () => void): boolean {
  const isNeeded = url.startsWith('pmtiles:');
  const [isLoaded, setIsLoaded] = useState(!isNeeded);
  useEffect(() => {
    if (!isNeeded) return;
    pmtiles ??= import('pmtiles').then(({ Protocol }) => {
      maplibre.addProtocol('pmtiles', new Protocol().tile);
    });
    pmtiles.then(
      () => setIsLoaded(true),
      () => {
        pmtiles = null;
        onFail();
      },
    );
  }, [isNeeded, onFail]);
  return isLoaded || !isNeeded;
}

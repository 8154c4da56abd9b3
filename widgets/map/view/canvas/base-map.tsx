import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef, useState } from 'react';
import { Map as TileMap } from 'react-map-gl/maplibre';
import { styleOf, type TileSource } from '../tiles/tile-source.ts';
import type { View } from './camera.ts';
import { workerAddress } from './worker-url.ts';

export interface BaseMapProps {
  readonly source: TileSource;
  readonly view: View;
  readonly width: number;
  readonly height: number;
  /** This source cannot be had. */
  readonly onFail: () => void;
}

/** How many pictures in a row may fail, and how long the first may take. */
const patience = { failures: 4, milliseconds: 12_000 } as const;

maplibre.setWorkerUrl(workerAddress(workerUrl));

/** The ground under the shapes: pictures of one tile source, drawn by MapLibre. Comes as a chunk of its own. */
export function BaseMap({ source, view, width, height, onFail }: BaseMapProps) {
  const ready = usePmtiles(source.url, onFail);
  const state = useRef({ shown: false, failures: 0 });

  useEffect(() => {
    const timer = setTimeout(() => {
      if (!state.current.shown) onFail();
    }, patience.milliseconds);
    return () => clearTimeout(timer);
  }, [onFail]);

  function countFailure(): void {
    state.current.failures += 1;
    if (!state.current.shown && state.current.failures === patience.failures) onFail();
  }

  function countPicture(): void {
    state.current.shown = true;
  }

  if (!ready) return null;
  return (
    <TileMap
      mapLib={maplibre}
      mapStyle={styleOf(source)}
      viewState={{ ...view, bearing: 0, pitch: 0, padding: noPadding, width, height }}
      style={{ position: 'absolute', zIndex: -1, width, height }}
      interactive={false}
      attributionControl={false}
      maxZoom={24}
      refreshExpiredTiles={false}
      transformRequest={(url) => ({ url, referrerPolicy: 'origin' })}
      onSourceData={({ sourceId: id, tile, sourceDataType }) => {
        if (tile && sourceDataType !== 'metadata' && id !== undefined && tile.state === 'loaded')
          countPicture();
      }}
      onError={countFailure}
    />
  );
}

const noPadding = { top: 0, right: 0, bottom: 0, left: 0 };

let archives: Promise<void> | null = null;

/** Teaches MapLibre to read PMTiles archives, once somebody names one. */
function usePmtiles(url: string, onFail: () => void): boolean {
  const needed = url.startsWith('pmtiles:');
  const [ready, setReady] = useState(!needed);
  useEffect(() => {
    if (!needed) return;
    archives ??= import('pmtiles').then(({ Protocol }) => {
      maplibre.addProtocol('pmtiles', new Protocol().tile);
    });
    archives.then(
      () => setReady(true),
      () => {
        archives = null;
        onFail();
      },
    );
  }, [needed, onFail]);
  return ready || !needed;
}

import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Map as TileMap, type MapRef } from 'react-map-gl/maplibre';
import { pictureAddress, styleOf, type PicturePlace, type TileSource } from '../../io/tiles/tile-source.ts';
import type { Camera, View } from '../../render/camera/camera.ts';
import { workerAddress } from '../../io/worker/worker-url.ts';

export interface BaseMapProps {
  readonly source: TileSource;
  readonly camera: Camera;
  /** This source cannot be had. */
  readonly onFail: () => void;
  readonly ref: Ref<GroundHandle>;
}

/** What lies over the ground makes it keep pace. */
export interface GroundHandle {
  /** Draws this view at once, so that ground and shapes are of one picture. */
  follow(view: View): void;
}

/** How many pictures in a row may fail, and how long the first may take. */
const patience = { failures: 4, milliseconds: 12_000 } as const;

maplibre.setWorkerUrl(workerAddress(workerUrl));

/** The ground under the shapes: pictures of one tile source, drawn by MapLibre. Comes as a chunk of its own. */
export function BaseMap({ source, camera, onFail, ref }: BaseMapProps) {
  const map = useRef<MapRef>(null);
  const shown = useRef<View | null>(null);
  const [beginning] = useState(() => camera.view);
  const ready = usePmtiles(source.url, onFail);
  const state = useRef<Pictures>({ last: null, failures: 0, ended: new AbortController() });

  useEffect(() => {
    const pictures = state.current;
    pictures.ended = new AbortController();
    const timer = setTimeout(() => {
      if (!pictures.last) onFail();
    }, patience.milliseconds);
    return () => {
      clearTimeout(timer);
      pictures.ended.abort();
    };
  }, [onFail]);

  function follow(view: View): void {
    const ground = map.current?.getMap();
    if (!ground || shown.current === view) return;
    shown.current = view;
    ground.jumpTo({ center: [view.longitude, view.latitude], zoom: view.zoom });
    ground.redraw();
  }
  useImperativeHandle(ref, () => ({ follow }));

  function countFailure(): void {
    const pictures = state.current;
    const { last, ended } = pictures;
    // Without a line no other source would do better.
    if (last && !navigator.onLine) return;
    pictures.failures += 1;
    if (pictures.failures !== patience.failures) return;
    if (!last) onFail();
    else
      void comesAgain(pictureAddress(source, last), ended.signal).then((comes) => {
        if (comes || ended.signal.aborted) pictures.failures = 0;
        else onFail();
      });
  }

  function countPicture(last: PicturePlace): void {
    Object.assign(state.current, { last, failures: 0 });
  }

  if (!ready) return null;
  return (
    <TileMap
      mapLib={maplibre}
      mapStyle={styleOf(source)}
      ref={map}
      initialViewState={beginning}
      style={{ position: 'absolute', zIndex: -1, inset: 0 }}
      interactive={false}
      attributionControl={false}
      maxZoom={24}
      refreshExpiredTiles={false}
      transformRequest={(url) => ({ url, referrerPolicy: 'origin' })}
      onSourceData={({ sourceId: id, tile, sourceDataType }) => {
        if (tile && sourceDataType !== 'metadata' && id !== undefined && tile.state === 'loaded')
          countPicture(tile.tileID.canonical);
      }}
      onLoad={() => follow(camera.view)}
      onError={countFailure}
    />
  );
}

/** What came of the pictures of one source. */
interface Pictures {
  /** The one that came last. */
  last: PicturePlace | null;
  /** Since then. */
  failures: number;
  ended: AbortController;
}

/**
 * Whether a picture that came once can still be had: where others fail, the source may merely have none of that place.
 * Formats that name their pictures themselves say what they have.
 */
async function comesAgain(address: string | null, signal: AbortSignal): Promise<boolean> {
  if (address === null) return false;
  try {
    const { ok } = await fetch(address, { cache: 'no-store', referrerPolicy: 'origin', signal });
    return ok;
  } catch {
    return false;
  }
}

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

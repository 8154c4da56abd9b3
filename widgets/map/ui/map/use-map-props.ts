import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { readValue } from '../../model/exchange/read-value.ts';
import { allRights, boundsOfShapes, latLng, noLimits, noRights } from '../../model/index.ts';
import { hasSameOutlines } from '../../model/reducers/relabel.ts';
import { fitting } from '../../render/camera/camera.ts';
import { overlayTimeoutMs } from '../../render/painter/overlaid-painter.ts';
import { defaultViews, type KomakMapProps } from '../api/map-props.ts';
import type { MapCore } from './map-core.ts';

/** Keeps the model's permissions, limits and options in sync with the props. */
export function useConfiguration({ session }: MapCore, props: KomakMapProps): void {
  const { mode = 'view', allowSelfIntersection = false, multipart = false, sharedBorders = 'auto' } = props;
  const { confirmDelete = true, confirmClear = true } = props;
  // Compared as text: pages tend to pass a new object with every render.
  const rights = JSON.stringify(mode === 'view' ? noRights : (props.rights ?? allRights));
  const limits = JSON.stringify(props.limits ?? noLimits);
  useLayoutEffect(() => {
    const options = { allowSelfIntersection, multipart, sharedBorders, confirmDelete, confirmClear };
    const change = { rights: JSON.parse(rights), limits: JSON.parse(limits), options };
    session.dispatch({ type: 'configure', ...change }, 'api');
  }, [session, rights, limits, allowSelfIntersection, multipart, sharedBorders, confirmDelete, confirmClear]);
}

/** Passes the surrounding areas to the session; invalid ones are left out. */
export function useNeighbors(
  { session, redrawInteraction }: MapCore,
  { neighbors, neighborsFollow = false }: KomakMapProps,
): void {
  useLayoutEffect(() => {
    const { polygons } = readValue({ polygons: neighbors ?? [], markers: [] });
    session.setNeighbors(
      polygons.map(({ shape }) => shape),
      neighborsFollow,
    );
    redrawInteraction();
  }, [session, redrawInteraction, neighbors, neighborsFollow]);
}

/**
 * Moves the map when `place` changes; if only the centre or the zoom changes, the other stays as the user has
 * set it.
 */
export function usePlace({ camera, setView }: MapCore, { place = defaultViews.editor }: KomakMapProps): void {
  const { lat, lng, zoom } = place;
  const previous = useRef({ lat, lng, zoom });
  useEffect(() => {
    const before = previous.current;
    previous.current = { lat, lng, zoom };
    const hasMoved = lat !== before.lat || lng !== before.lng;
    if (!hasMoved && zoom === before.zoom) return;
    const { view } = camera;
    if (hasMoved) camera.setHome(latLng(lat, lng));
    setView({
      latitude: hasMoved ? lat : view.latitude,
      longitude: hasMoved ? lng : view.longitude,
      zoom: zoom === before.zoom ? view.zoom : zoom,
    });
  }, [lat, lng, zoom, camera, setView]);
}

/** Reports each view to the page, once per frame. */
export function useMoveReports({ camera }: MapCore, { onMove }: KomakMapProps): void {
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  const isListened = onMove !== undefined;
  useEffect(() => {
    // Requesting a frame costs as much as moving the drawn one.
    if (!isListened) return undefined;
    let frame = 0;
    const end = camera.subscribe(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        const { latitude: lat, longitude: lng, zoom } = camera.view;
        latest.current?.({ lat, lng, zoom });
      });
    });
    return () => {
      end();
      cancelAnimationFrame(frame);
    };
  }, [camera, isListened]);
}

/** Draws the overlay and the areas as set in the props. */
export function useLayers(
  core: MapCore,
  { overlay, areas = 'tinted' }: KomakMapProps,
  updateCount: () => void,
) {
  const { camera, painter, repaint, setView } = core;
  useLayoutEffect(() => {
    painter.setOverlay(overlay ?? null);
    return overlay?.attach({ camera, repaint, setView, updateCount });
  }, [overlay, painter, camera, repaint, setView, updateCount]);
  useLayoutEffect(() => {
    painter.setAreaStyle(areas);
    repaint();
  }, [areas, painter, repaint]);
}

/** Takes over a new `value` and fits the map to it. Returns the function to call once the canvas is ready. */
export function useControlledValue(core: MapCore, { value, fit = true }: KomakMapProps): () => void {
  const { session, camera, painter, show, repaint } = core;
  const isReady = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fitAll = useCallback(() => {
    show(null);
    if (!painter.release()) return;
    repaint();
    setTimeout(repaint, overlayTimeoutMs);
  }, [show, painter, repaint]);
  const fitSoon = useCallback(() => {
    clearTimeout(timer.current);
    if (fit && isReady.current) timer.current = setTimeout(fitAll, fitting.delay);
  }, [fit, fitAll]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    if (value === undefined || value === session.state.value) return;
    const before = session.state.value;
    session.dispatch({ type: 'replace', shapes: value, near: camera.home }, 'api');
    const after = session.state.value;
    // Other names, such as in another language, do not move the map.
    if (after !== before && hasSameOutlines(before, after)) return;
    // The first shapes: a frame of another place would be drawn for nothing.
    const isFirst = before.polygons.length + before.markers.length === 0;
    if (fit && isReady.current && isFirst && boundsOfShapes(after)) fitAll();
    fitSoon();
  }, [session, camera, value, fit, fitAll, fitSoon]);

  return useCallback(() => {
    if (isReady.current) return;
    isReady.current = true;
    // Fitted immediately as well: the first frame may take a second, and should not show another place.
    if (fit && boundsOfShapes(session.state.shapes)) fitAll();
    fitSoon();
  }, [session, fit, fitAll, fitSoon]);
}

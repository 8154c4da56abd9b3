import type { KeyboardEvent } from 'react';
import { formatText } from '../../shared/format-text.ts';
import { placeText, titleText } from '../model/text/texts.ts';
import { clamp, zoomRange, type Camera, type Point } from '../render/camera/camera.ts';
import type { MapOverlay } from '../render/canvas/map-overlay.ts';
import type { MapContext } from './map-context.ts';
import { selectAt } from './select-tool.ts';

/** How far an arrow key pans the map, in pixels; with Shift, fine enough to reach every household. */
const panStep = { coarse: 80, fine: 10 } as const;

/** Directions on the screen. */
export const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the position of the crosshair, in pixels. */
export function crosshairOf({ size }: Camera): Point {
  return { x: size.width / 2, y: size.height / 2 };
}

/**
 * Handles the keys of every map: arrows pan, plus and minus zoom, Home fits all shapes, Enter selects at the
 * crosshair, Escape clears the selection. Returns whether the key was one of them.
 */
export function viewKeys(event: KeyboardEvent, context: MapContext, overlay?: MapOverlay): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const { camera, setView, show, session } = context;
  const arrow = arrows[event.key];
  const step = event.shiftKey ? panStep.fine : panStep.coarse;
  if (arrow) setView(camera.panned(arrow[0] * step, arrow[1] * step));
  else if (event.key === 'Enter') selectAtCrosshair(context, overlay);
  else if (event.key === '+' || event.key === '=') setView(zoomed(camera.view, 1));
  else if (event.key === '-' || event.key === '_') setView(zoomed(camera.view, -1));
  else if (event.key === 'Home') show(null);
  else if (event.key === 'Escape' && session.state.selection) session.dispatch({ type: 'deselect' });
  else return false;
  return true;
}

/** Does the same as a click at the crosshair, and announces the result. */
function selectAtCrosshair(
  { session, camera, announce, texts }: MapContext,
  overlay: MapOverlay | undefined,
): void {
  const at = crosshairOf(camera);
  const wasSelected = session.state.selection !== null;
  const found = selectAt(session, camera, { at, coarse: false, alt: false }, overlay);
  if (found === 'zoomed') announce(formatText(texts.status.shown, { zoom: camera.view.zoom.toFixed(1) }));
  else if (found && 'picked' in found)
    announce(formatText(texts.announce.selected, { title: titleText({ title: found.picked }, texts) }));
  else if (!found && !wasSelected)
    announce(formatText(texts.announce.center, { place: placeText(camera.unproject(at)) }));
}

/** The same view, zoomed in or out within the zoom range. */
export function zoomed<V extends { readonly zoom: number }>(view: V, by: number): V {
  return { ...view, zoom: clamp(view.zoom + by, zoomRange.min, zoomRange.max) };
}

import type { KeyboardEvent } from 'react';
import { within, zoomRange, type Camera, type Point } from '../render/camera/camera.ts';
import { selectUnder } from './select-tools.ts';
import type { MapContext } from './map-context.ts';
import type { MapOverlay } from '../render/canvas/map-overlay.ts';
import { placeText, titleText } from '../model/text/measure.ts';
import { fill } from '../model/text/texts.ts';

/** How far an arrow moves the map, in pixels; with Shift so little that no household stays between two steps. */
const panStep = { far: 80, near: 10 } as const;

/** Directions on the screen. */
export const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where the crosshair stands, in pixels. */
export function crosshairOf({ size }: Camera): Point {
  return { x: size.width / 2, y: size.height / 2 };
}

/**
 * Keys of every map: arrows pan, plus and minus zoom, Home shows everything, Enter selects what lies under the crosshair,
 * Escape lets go. Answers whether it was one.
 */
export function viewKeys(event: KeyboardEvent, context: MapContext, overlay?: MapOverlay): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const { camera, look, show, session } = context;
  const arrow = arrows[event.key];
  const step = event.shiftKey ? panStep.near : panStep.far;
  if (arrow) look(camera.panned(arrow[0] * step, arrow[1] * step));
  else if (event.key === 'Enter') selectAtCrosshair(context, overlay);
  else if (event.key === '+' || event.key === '=') look(zoomed(camera.view, 1));
  else if (event.key === '-' || event.key === '_') look(zoomed(camera.view, -1));
  else if (event.key === 'Home') show(null);
  else if (event.key === 'Escape' && session.state.selection) session.dispatch({ type: 'deselect' });
  else return false;
  return true;
}

/** What a click there would do; whoever sees no map hears what it came to. */
function selectAtCrosshair(
  { session, camera, say, texts }: MapContext,
  overlay: MapOverlay | undefined,
): void {
  const at = crosshairOf(camera);
  const wasSelected = session.state.selection !== null;
  const found = selectUnder(session, camera, { at, coarse: false, alt: false }, overlay);
  if (found === 'nearer') say(fill(texts.status.shown, { zoom: camera.view.zoom.toFixed(1) }));
  else if (found && 'picked' in found)
    say(fill(texts.say.selected, { title: titleText({ title: found.picked }, texts) }));
  else if (!found && !wasSelected) say(fill(texts.say.center, { place: placeText(camera.unproject(at)) }));
}

/** The same place from nearer or farther. */
export function zoomed<V extends { readonly zoom: number }>(view: V, by: number): V {
  return { ...view, zoom: within(view.zoom + by, zoomRange.min, zoomRange.max) };
}

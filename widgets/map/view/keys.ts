import type { KeyboardEvent } from 'react';
import { within, zoomRange } from './canvas/camera.ts';
import type { MapContext } from './map-context.ts';

/** How far an arrow moves the map, in pixels. */
const panStep = 80;

/** Directions on the screen. */
export const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Keys of every map: arrows pan, plus and minus zoom, Home shows everything, Escape lets go. Answers whether it was one. */
export function viewKeys(event: KeyboardEvent, { camera, look, show, session }: MapContext): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const arrow = arrows[event.key];
  if (arrow) look(camera.panned(arrow[0] * panStep, arrow[1] * panStep));
  else if (event.key === '+' || event.key === '=') look(zoomed(camera.view, 1));
  else if (event.key === '-' || event.key === '_') look(zoomed(camera.view, -1));
  else if (event.key === 'Home') show(null);
  else if (event.key === 'Escape' && session.state.selection) session.dispatch({ type: 'deselect' });
  else return false;
  return true;
}

/** The same place from nearer or farther. */
export function zoomed<V extends { readonly zoom: number }>(view: V, by: number): V {
  return { ...view, zoom: within(view.zoom + by, zoomRange.min, zoomRange.max) };
}

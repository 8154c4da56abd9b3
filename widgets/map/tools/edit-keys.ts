import type { KeyboardEvent } from 'react';
import type { MapState } from '../model/index.ts';
import type { MapContext } from './map-context.ts';
import { arrows, crosshairOf } from './view-keys.ts';
import { shapeOf } from '../model/map-session.ts';
import type { Namer } from './namer.ts';

/** What Shift multiplies a nudge by. */
const far = 10;

/** Keys of the editor while the map has the focus. Answers whether it was one. */
export function editKeys(
  event: KeyboardEvent,
  context: MapContext,
  namer: Namer,
  remove: () => void,
): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const { tool } = context.session.state;
  switch (tool.name) {
    case 'drawing':
      return drawingKeys(event, context, namer);
    case 'placing':
      return placingKeys(event, context, namer);
    case 'editing':
      return cornerKeys(event, context, tool.id, tool.vertex);
    default:
      return idleKeys(event, context, remove);
  }
}

/** Ctrl+Z and its like, wherever in the map the focus is but in a field of text. */
export function historyKeys(event: KeyboardEvent, { session }: MapContext): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  const forth = key === 'y' || (key === 'z' && event.shiftKey);
  if (!forth && key !== 'z') return false;
  session.dispatch({ type: forth ? 'redo' : 'undo' }, 'undo');
  return true;
}

function centerOf({ camera }: MapContext) {
  return camera.unproject(crosshairOf(camera));
}

function drawingKeys(event: KeyboardEvent, context: MapContext, namer: Namer): boolean {
  const { session, camera } = context;
  if (event.key === 'Enter' && event.shiftKey)
    session.dispatch({ type: 'finish_drawing', ...namer('polygon') });
  else if (event.key === 'Enter') {
    session.dispatch({
      type: 'add_point',
      at: centerOf(context),
      zoom: camera.view.zoom,
      ...namer('polygon'),
    });
  } else if (event.key === 'Backspace') session.dispatch({ type: 'take_back_point' });
  else if (event.key === 'Escape') session.dispatch({ type: 'cancel' });
  else return false;
  return true;
}

function placingKeys(event: KeyboardEvent, context: MapContext, namer: Namer): boolean {
  const { session } = context;
  if (event.key === 'Enter')
    session.dispatch({ type: 'add_marker', at: centerOf(context), ...namer('marker') });
  else if (event.key === 'Escape') session.dispatch({ type: 'cancel' });
  else return false;
  return true;
}

function cornerKeys(
  event: KeyboardEvent,
  context: MapContext,
  id: string | number,
  vertex: number | null,
): boolean {
  const { session } = context;
  const arrow = arrows[event.key];
  if (event.key === 'Tab') {
    session.dispatch({ type: 'walk_vertices', by: event.shiftKey ? -1 : 1 });
    followVertex(context);
  } else if (event.key === 'Escape' || (event.key === 'Enter' && vertex === null)) {
    session.dispatch({ type: 'stop_editing' });
  } else if (vertex === null) return false;
  else if (arrow) nudge(context, id, vertex, arrow, event);
  else if (event.key === 'Enter' || event.key === 'Insert') {
    const done = session.dispatch({ type: 'insert_vertex', id, edge: vertex });
    if (!done.refusal) session.dispatch({ type: 'pick_vertex', vertex: vertex + 1 });
  } else if (event.key === 'Backspace' || event.key === 'Delete') {
    session.dispatch({ type: 'delete_vertex', id, vertex });
  } else return false;
  return true;
}

/** One pixel of the screen, ten with Shift; a held key is one step of the history. */
function nudge(
  { session, camera }: MapContext,
  id: string | number,
  vertex: number,
  [dx, dy]: readonly [number, number],
  event: KeyboardEvent,
): void {
  const place = session.state.shapes.polygons.find((polygon) => polygon.id === id)?.coords[vertex];
  if (!place) return;
  const step = event.shiftKey ? far : 1;
  const { x, y } = camera.project(place);
  const [lat, lng] = camera.unproject({ x: x + dx * step, y: y + dy * step });
  const by = [lat - place[0], lng - place[1]] as const;
  session.dispatch({ type: 'nudge_vertex', id, vertex, by, continues: event.repeat });
}

/** Brings the vertex in the hand into the picture. */
function followVertex({ session, camera, look }: MapContext): void {
  const { tool, shapes } = session.state;
  if (tool.name !== 'editing' || tool.vertex === null) return;
  const place = shapes.polygons.find(({ id }) => id === tool.id)?.coords[tool.vertex];
  if (!place) return;
  const { x, y } = camera.project(place);
  const { width, height } = camera.size;
  const edge = 24;
  if (x > edge && y > edge && x < width - edge && y < height - edge) return;
  look({ latitude: place[0], longitude: place[1], zoom: camera.view.zoom });
}

function idleKeys(event: KeyboardEvent, context: MapContext, remove: () => void): boolean {
  const { session } = context;
  const { state } = session;
  if (event.key === 'Enter' && mayEditCorners(state)) {
    session.dispatch({ type: 'start_editing', id: (state.selection as { readonly id: string | number }).id });
  } else if ((event.key === 'Delete' || event.key === 'Backspace') && state.selection) remove();
  else if (arrows[event.key] && event.shiftKey && state.selection?.kind === 'marker')
    moveMarker(event, context);
  else return false;
  return true;
}

/** Shift and an arrow carry the selected marker. */
function moveMarker(event: KeyboardEvent, { session, camera }: MapContext): void {
  const { selection } = session.state;
  const shape = shapeOf(session.state, selection);
  const arrow = arrows[event.key];
  if (!shape || !selection || !arrow) return;
  const { x, y } = camera.project(shape.coords as Parameters<typeof camera.project>[0]);
  const to = camera.unproject({ x: x + arrow[0] * far, y: y + arrow[1] * far });
  session.dispatch({ type: 'move_marker', id: selection.id, to, continues: event.repeat });
}

/** Whether the corners of what is selected may be taken in the hand. */
export function mayEditCorners({ selection, rights }: MapState): boolean {
  return selection?.kind === 'polygon' && rights.polygon.edit;
}

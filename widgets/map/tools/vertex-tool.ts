import type { KeyboardEvent } from 'react';
import {
  edgeEnds,
  handleAt,
  polygonOf,
  vertexAt,
  withVertexAfter,
  type HandleHit,
  type HandleTolerance,
  type LatLng,
  type Outline,
  type PolygonShape,
} from '../model/index.ts';
import type { MapSession } from '../model/map-session.ts';
import { sharesBorders } from '../model/borders/border-edits.ts';
import { cornersAt, type Corner } from '../model/borders/shared-corners.ts';
import { sameRings } from '../model/shapes/rings.ts';
import { hasMidpoint } from '../render/painter/edit-interaction.ts';
import { dragPoint, setInteraction, type EditTool, type EditToolContext } from './edit-tool.ts';
import type { Drag, PointerPress, PointerTool } from './pointer-listener.ts';
import { nearestOf, snapOf } from './snapping.ts';
import { arrows } from './view-keys.ts';

const touchTolerance: HandleTolerance = { vertex: 24, midpoint: 20, edge: 14 };

/** How close to the map's edge the keyboard may move a vertex before the map follows, in pixels. */
const followMargin = 24;

/** Edits the vertices of one polygon: drags them, adds them on edges, deletes them. */
// Over 60 lines: a pointer tool is one object, and its functions share the handle under the pointer.
export function vertexTool(context: EditToolContext, base: PointerTool): EditTool {
  const { session, camera, painter } = context;

  function editedPolygon(): PolygonShape | null {
    const { tool, shapes } = session.state;
    return tool.name === 'editing' ? polygonOf(shapes, tool.id) : null;
  }

  function handleUnder({ at, coarse }: PointerPress): { polygon: PolygonShape; hit: HandleHit } | null {
    const polygon = editedPolygon();
    if (!polygon) return null;
    const { zoom } = camera.view;
    const hit = handleAt(polygon, camera.unproject(at), zoom, coarse ? touchTolerance : undefined);
    if (!hit || (hit.type === 'midpoint' && !hasMidpoint(polygon, hit.edge, zoom))) return null;
    return { polygon, hit };
  }

  function startDrag(press: PointerPress): Drag | null {
    const under = handleUnder(press);
    if (!under) return null;
    const { polygon, hit } = under;
    const { id } = polygon;
    const vertex = hit.type === 'vertex' ? hit.vertex : hit.edge + 1;
    const outline: Outline = hit.type === 'vertex' ? polygon : withVertexAfter(polygon, hit.edge, hit.at);
    const from = vertexAt(outline, vertex);
    if (!from) return null;
    const moved = hit.type === 'vertex' ? cornersOf(session, polygon, from) : edgeCorners(polygon, hit.edge);
    const others = hit.type === 'vertex' ? moved.filter((corner) => corner.polygon !== polygon) : [];
    return dragPoint(context, from, press, {
      preview: (at, snaps) => ({ kind: 'ring', outline, vertex, at, others, snaps }),
      snap: (position, alt) => snapOf(context, position, { coarse: press.coarse, alt }, moved)?.at ?? null,
      commit(to) {
        // An undo, a key or the page may have changed the area during the drag: its corners have other numbers then.
        const now = editedPolygon();
        if (!now || !sameRings(now, polygon)) setInteraction(context, null);
        else if (hit.type === 'vertex') session.dispatch({ type: 'move_vertex', id, vertex, to });
        else session.dispatch({ type: 'insert_vertex', id, edge: hit.edge, at: to });
      },
    });
  }

  function clickHandle({ id }: PolygonShape, hit: HandleHit, alt: boolean): void {
    if (hit.type !== 'vertex') session.dispatch({ type: 'insert_vertex', id, edge: hit.edge, at: hit.at });
    else if (alt) session.dispatch({ type: 'delete_vertex', id, vertex: hit.vertex });
    else session.dispatch({ type: 'pick_vertex', vertex: hit.vertex });
  }

  return {
    ...base,
    startDrag,
    click(press) {
      const under = handleUnder(press);
      if (under) clickHandle(under.polygon, under.hit, press.alt);
      else base.click(press);
    },
    hover(press) {
      const under = handleUnder(press);
      if (!under) return base.hover(press);
      return under.hit.type === 'vertex' ? 'move' : 'copy';
    },
    longPress(press) {
      const under = handleUnder(press);
      if (under?.hit.type !== 'vertex') return false;
      painter.interaction = null;
      session.dispatch({ type: 'delete_vertex', id: under.polygon.id, vertex: under.hit.vertex });
      return true;
    },
    onKeyDown: (event) => vertexKeys(event, context),
  };
}

/**
 * The corners that move together with an area's corner: those of others at the same place, if borders are
 * shared or followed.
 */
function cornersOf(
  { state, neighbors, neighborsFollow }: MapSession,
  polygon: PolygonShape,
  position: LatLng,
): readonly Corner[] {
  const areas = sharesBorders(state, polygon) ? state.shapes.polygons : [polygon];
  return cornersAt(neighborsFollow ? [...areas, ...neighbors] : areas, position);
}

/** Both ends of an edge, so that a new corner does not snap to the edge that it divides. */
function edgeCorners(polygon: PolygonShape, edge: number): readonly Corner[] {
  const end = edgeEnds(polygon, edge)?.[1];
  return [{ polygon, vertex: edge }, ...(end ? cornersAt([polygon], end) : [])];
}

function vertexKeys(event: KeyboardEvent, context: EditToolContext): boolean {
  const { session } = context;
  const { tool } = session.state;
  if (tool.name !== 'editing') return false;
  const { id, vertex } = tool;
  const { key } = event;
  if (key === 'Tab') {
    session.dispatch({ type: 'cycle_vertices', by: event.shiftKey ? -1 : 1 });
    followVertex(context);
  } else if (key === 'Escape' || (key === 'Enter' && vertex === null)) {
    session.dispatch({ type: 'stop_editing' });
  } else if (vertex === null) return false;
  else if (arrows[key]) nudgeVertex(event, context, arrows[key]);
  else if (event.code === 'KeyN') snapVertex(context);
  else if (key === 'Enter' || key === 'Insert') {
    const { rejection } = session.dispatch({ type: 'insert_vertex', id, edge: vertex });
    if (!rejection) session.dispatch({ type: 'pick_vertex', vertex: vertex + 1 });
  } else if (key === 'Backspace' || key === 'Delete') session.dispatch({ type: 'delete_vertex', id, vertex });
  else return false;
  return true;
}

function currentVertex({ session }: EditToolContext) {
  const { tool, shapes } = session.state;
  if (tool.name !== 'editing' || tool.vertex === null) return null;
  const { id, vertex } = tool;
  const polygon = polygonOf(shapes, id);
  const position = polygon && vertexAt(polygon, vertex);
  return position ? { id, vertex, position } : null;
}

/** Moves the vertex by one screen pixel, ten with Shift; a held key is one step of the history. */
function nudgeVertex(
  { shiftKey, repeat }: KeyboardEvent,
  context: EditToolContext,
  [dx, dy]: readonly [number, number],
): void {
  const { session, camera } = context;
  const current = currentVertex(context);
  if (!current) return;
  const { id, vertex, position } = current;
  const step = shiftKey ? 10 : 1;
  const { x, y } = camera.project(position);
  const [lat, lng] = camera.unproject({ x: x + dx * step, y: y + dy * step });
  const by = [lat - position[0], lng - position[1]] as const;
  session.dispatch({ type: 'nudge_vertex', id, vertex, by, continues: repeat });
}

/** Moves the vertex to the nearest corner or edge of another area. */
function snapVertex(context: EditToolContext): void {
  const { session } = context;
  const current = currentVertex(context);
  const polygon = current && polygonOf(session.state.shapes, current.id);
  if (!polygon) return;
  const snap = nearestOf(context, current.position, polygon, cornersOf(session, polygon, current.position));
  if (snap) session.dispatch({ type: 'move_vertex', id: current.id, vertex: current.vertex, to: snap.at });
  else context.notify(context.texts.announce.nothing_near);
}

/** Centres the current vertex if it is outside the map or at its edge. */
function followVertex(context: EditToolContext): void {
  const { camera, setView } = context;
  const current = currentVertex(context);
  if (!current) return;
  const [latitude, longitude] = current.position;
  const { x, y } = camera.project(current.position);
  const { width, height } = camera.size;
  const isVisible =
    x > followMargin && y > followMargin && x < width - followMargin && y < height - followMargin;
  if (!isVisible) setView({ latitude, longitude, zoom: camera.view.zoom });
}

import {
  countVertices,
  polygonOf,
  ringsOf,
  shapeOf,
  vertexAt,
  type Action,
  type MapState,
  type ShapeId,
} from '../index.ts';
import { placeText, titleText, formatText, type MapTexts } from './texts.ts';

/** What screen readers announce after a change; null where the change announces itself. */
// Over 60 lines: one case for each action.
export function announcementOf(
  state: MapState,
  action: Action,
  before: MapState,
  texts: MapTexts,
): string | null {
  const { announce } = texts;
  const { tool } = state;
  switch (action.type) {
    case 'start_drawing':
      return announce.drawing;
    case 'start_placing':
      return announce.placing;
    case 'add_point':
      if (tool.name !== 'drawing') return added(state, texts);
      return formatText(announce.point_added, { number: tool.points.length, place: placeText(action.at) });
    case 'take_back_point':
      return formatText(announce.point_removed, { count: tool.name === 'drawing' ? tool.points.length : 0 });
    case 'finish_drawing':
    case 'add_square':
    case 'add_marker':
      return added(state, texts);
    case 'start_editing':
      return formatText(announce.editing, {
        title: titleText(shapeOf(state.shapes, { kind: 'polygon', id: action.id }), texts),
      });
    case 'stop_editing':
    case 'cancel':
      return announce.stopped;
    case 'cycle_vertices':
    case 'pick_vertex':
      return vertexText(state, texts);
    case 'move_vertex':
    case 'nudge_vertex':
      return vertexPlace(state, action, texts);
    case 'insert_vertex':
      return formatText(announce.vertex_added, { number: action.edge + 2 });
    case 'delete_vertex':
      return deletedRing(state, before, action.id)
        ? announce.ring_deleted
        : formatText(announce.vertex_deleted, { number: action.vertex + 1 });
    case 'move_marker':
      return formatText(announce.moved, { place: placeText(action.to) });
    case 'rename':
      return formatText(announce.renamed, { title: action.title });
    case 'recolor':
      return formatText(announce.colored, { color: action.color });
    case 'delete':
      return formatText(announce.deleted, { title: titleText(shapeOf(before.shapes, action), texts) });
    case 'clear':
      return announce.cleared;
    case 'undo':
      return announce.undone;
    case 'redo':
      return announce.redone;
    case 'select':
      return formatText(announce.selected, { title: titleText(shapeOf(state.shapes, action), texts) });
    case 'deselect':
      return announce.deselected;
    default:
      return null;
  }
}

function added(state: MapState, texts: MapTexts): string {
  const { announce } = texts;
  const title = titleText(shapeOf(state.shapes, state.selection), texts);
  return formatText(state.selection?.kind === 'marker' ? announce.marker_added : announce.polygon_added, {
    title,
  });
}

function vertexText(state: MapState, { announce }: MapTexts): string | null {
  const { tool } = state;
  if (tool.name !== 'editing' || tool.vertex === null) return null;
  const polygon = state.shapes.polygons.find(({ id }) => id === tool.id);
  const place = polygon && vertexAt(polygon, tool.vertex);
  if (!polygon || !place) return null;
  return formatText(announce.vertex, {
    number: tool.vertex + 1,
    count: countVertices(polygon),
    place: placeText(place),
  });
}

function vertexPlace(
  state: MapState,
  { id, vertex }: { readonly id: string | number; readonly vertex: number },
  { announce }: MapTexts,
): string | null {
  const polygon = polygonOf(state.shapes, id);
  const place = polygon && vertexAt(polygon, vertex);
  return place ? formatText(announce.vertex_moved, { number: vertex + 1, place: placeText(place) }) : null;
}

function deletedRing(state: MapState, before: MapState, id: ShapeId): boolean {
  const [polygon, earlier] = [polygonOf(state.shapes, id), polygonOf(before.shapes, id)];
  return polygon !== null && earlier !== null && ringsOf(polygon).length < ringsOf(earlier).length;
}

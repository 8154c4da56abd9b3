import type { Action, MapState, Outcome } from '../index.ts';
import { shapeOf } from '../map-session.ts';
import { placeText, titleText } from './measure.ts';
import { fill, type MapTexts } from './texts.ts';

/** What a change sounds like; null where it speaks for itself. */
export function announcementOf(
  { state }: Outcome,
  action: Action,
  before: MapState,
  texts: MapTexts,
): string | null {
  const { say } = texts;
  const { tool } = state;
  switch (action.type) {
    case 'start_drawing':
      return say.drawing;
    case 'start_placing':
      return say.placing;
    case 'add_point':
      if (tool.name !== 'drawing') return added(state, texts);
      return fill(say.point_added, { number: tool.points.length, place: placeText(action.at) });
    case 'take_back_point':
      return fill(say.point_removed, { count: tool.name === 'drawing' ? tool.points.length : 0 });
    case 'finish_drawing':
    case 'add_square':
    case 'add_marker':
      return added(state, texts);
    case 'start_editing':
      return fill(say.editing, {
        title: titleText(shapeOf(state, { kind: 'polygon', id: action.id }), texts),
      });
    case 'stop_editing':
    case 'cancel':
      return say.stopped;
    case 'walk_vertices':
    case 'pick_vertex':
      return vertexText(state, texts);
    case 'move_vertex':
    case 'nudge_vertex':
      return vertexPlace(state, action, texts);
    case 'insert_vertex':
      return fill(say.vertex_added, { number: action.edge + 2 });
    case 'delete_vertex':
      return fill(say.vertex_deleted, { number: action.vertex + 1 });
    case 'move_marker':
      return fill(say.moved, { place: placeText(action.to) });
    case 'rename':
      return fill(say.renamed, { title: action.title });
    case 'recolor':
      return fill(say.colored, { color: action.color });
    case 'delete':
      return fill(say.deleted, { title: titleText(shapeOf(before, action), texts) });
    case 'clear':
      return say.cleared;
    case 'undo':
      return say.undone;
    case 'redo':
      return say.redone;
    case 'select':
      return fill(say.selected, { title: titleText(shapeOf(state, action), texts) });
    case 'deselect':
      return say.deselected;
    default:
      return null;
  }
}

function added(state: MapState, { say, ...texts }: MapTexts): string {
  const title = titleText(shapeOf(state, state.selection), { say, ...texts });
  return fill(state.selection?.kind === 'marker' ? say.marker_added : say.polygon_added, { title });
}

function vertexText(state: MapState, { say }: MapTexts): string | null {
  const { tool } = state;
  if (tool.name !== 'editing' || tool.vertex === null) return null;
  const coords = state.shapes.polygons.find(({ id }) => id === tool.id)?.coords;
  const place = coords?.[tool.vertex];
  if (!coords || !place) return null;
  return fill(say.vertex, { number: tool.vertex + 1, count: coords.length, place: placeText(place) });
}

function vertexPlace(
  state: MapState,
  { id, vertex }: { readonly id: string | number; readonly vertex: number },
  { say }: MapTexts,
): string | null {
  const place = state.shapes.polygons.find((polygon) => polygon.id === id)?.coords[vertex];
  return place ? fill(say.vertex_moved, { number: vertex + 1, place: placeText(place) }) : null;
}

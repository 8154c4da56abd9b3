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
import { formatText } from '../../../shared/format-text.ts';
import { placeText, titleText, type MapTexts } from './texts.ts';

/** Returns the announcement for screen readers after a change; null if the change announces itself. */
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
      return tool.name === 'drawing' ? announce.tool[tool.purpose] : null;
    case 'start_merging':
      return announce.tool.merge;
    case 'toggle_tracing':
      return tool.name === 'drawing' && tool.isTracing ? announce.tracing : announce.not_tracing;
    case 'merge':
      return formatText(announce.merged, {
        title: titleText(shapeOf(before.shapes, ref(action.other)), texts),
      });
    case 'snap_all':
      return announce.joined;
    case 'simplify':
      return formatText(announce.simplified, {
        count: vertexCount(before, action.id) - vertexCount(state, action.id),
      });
    case 'start_form':
      return announce.tool[action.form];
    case 'start_transform':
      return announce.tool[action.by];
    case 'place_form':
      if (tool.name !== 'form') return added(state, texts);
      return formatText(announce.point_added, { number: 1, place: placeText(action.at) });
    case 'transform':
      return formatText(announce.reshaped, {
        title: titleText(shapeOf(state.shapes, ref(action.id)), texts),
      });
    case 'start_placing':
      return announce.placing;
    case 'add_point':
      if (tool.name !== 'drawing') return finished(state, before, texts);
      return formatText(announce.point_added, { number: tool.points.length, place: placeText(action.at) });
    case 'add_points':
      return formatText(announce.points_added, {
        count: action.points.length,
        number: tool.name === 'drawing' ? tool.points.length : 0,
      });
    case 'remove_last_point':
      return formatText(announce.point_removed, { count: tool.name === 'drawing' ? tool.points.length : 0 });
    case 'finish_drawing':
      return finished(state, before, texts);
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
      return vertexPosition(state, action, texts);
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

function ref(id: ShapeId) {
  return { kind: 'polygon', id } as const;
}

function vertexCount({ shapes }: MapState, id: ShapeId): number {
  const polygon = polygonOf(shapes, id);
  return polygon ? countVertices(polygon) : 0;
}

/** Returns the announcement of a finished drawing. */
function finished(state: MapState, before: MapState, texts: MapTexts): string {
  const { announce } = texts;
  const purpose = before.tool.name === 'drawing' ? before.tool.purpose : 'area';
  if (purpose === 'area') return added(state, texts);
  if (purpose === 'measure') return announce.stopped;
  if (purpose === 'split')
    return formatText(announce.divided, {
      count: state.shapes.polygons.length - before.shapes.polygons.length + 1,
    });
  const title = titleText(shapeOf(state.shapes, state.selection), texts);
  return formatText(announce.reshaped, { title });
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
  const position = polygon && vertexAt(polygon, tool.vertex);
  if (!polygon || !position) return null;
  return formatText(announce.vertex, {
    number: tool.vertex + 1,
    count: countVertices(polygon),
    place: placeText(position),
  });
}

function vertexPosition(
  state: MapState,
  { id, vertex }: { readonly id: string | number; readonly vertex: number },
  { announce }: MapTexts,
): string | null {
  const polygon = polygonOf(state.shapes, id);
  const position = polygon && vertexAt(polygon, vertex);
  return position
    ? formatText(announce.vertex_moved, { number: vertex + 1, place: placeText(position) })
    : null;
}

function deletedRing(state: MapState, before: MapState, id: ShapeId): boolean {
  const [polygon, earlier] = [polygonOf(state.shapes, id), polygonOf(before.shapes, id)];
  return polygon !== null && earlier !== null && ringsOf(polygon).length < ringsOf(earlier).length;
}

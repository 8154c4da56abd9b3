import { colorOr, readColor } from '../shapes/color.ts';
import { forbidden, remainingCapacity } from '../state/commit.ts';
import { markerOf, polygonOf, shapeOf, withMarker, withPolygon } from '../shapes/find.ts';
import { openRing } from '../geometry/open-ring.ts';
import { samePlace } from '../geometry/place.ts';
import { squareAround } from '../geometry/square.ts';
import {
  latLng,
  type Kind,
  type MarkerShape,
  type PolygonShape,
  type ShapeId,
  type Shapes,
} from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import { titleFrom } from '../shapes/title.ts';
import { idle, newShapeFault, placesFault, type Reducer } from './draft.ts';

/** Selects a shape; corners of another one are let go. */
export const select: Reducer<'select'> = ({ shapes, tool }, { kind, id }) => {
  const shape = shapeOf(shapes, { kind, id });
  if (!shape) return 'unknown_shape';
  const stays = tool.name !== 'editing' || (kind === 'polygon' && tool.id === shape.id);
  return { selection: { kind, id: shape.id }, ...(stays ? {} : { tool: idle }) };
};

/** Selects nothing. */
export const deselect: Reducer<'deselect'> = ({ tool }) => ({
  selection: null,
  ...(tool.name === 'editing' ? { tool: idle } : {}),
});

/** Puts a square on the map and its corners in the hand. */
export const addSquare: Reducer<'add_square'> = (state, { id, title, color, center }) => {
  const fault = newShapeFault(state, 'polygon', id, [center]);
  if (fault) return fault;
  const square = {
    id,
    title: titleFrom(title),
    color: colorOr(color, 'polygon'),
    coords: squareAround(center),
  };
  return {
    shapes: { ...state.shapes, polygons: [...state.shapes.polygons, square] },
    selection: { kind: 'polygon', id },
    tool: state.rights.polygon.edit ? { name: 'editing', id, vertex: null } : idle,
  };
};

/** Shifts a polygon; at the edge of the world it is refused rather than bent. */
export const movePolygon: Reducer<'move_polygon'> = (state, { id, by: [north, east] }) => {
  const polygon = polygonOf(state.shapes, id);
  if (!polygon) return 'unknown_shape';
  const coords = polygon.coords.map(([lat, lng]) => latLng(lat + north, lng + east));
  const fault = placesFault(coords);
  if (fault) return fault === 'swapped' ? 'outside_world' : fault;
  if (coords.every((place, index) => samePlace(place, polygon.coords[index] ?? place))) return {};
  return {
    shapes: withPolygon(state.shapes, polygon, { ...polygon, coords }),
    mergeKey: `polygon ${polygon.id}`,
  };
};

/** Gives a polygon other corners. */
export const reshape: Reducer<'reshape'> = (state, { id, coords: wanted }) => {
  const polygon = polygonOf(state.shapes, id);
  if (!polygon) return 'unknown_shape';
  const coords = openRing(wanted);
  if (coords.length < 3) return 'too_few_points';
  const fault = placesFault(coords);
  if (fault) return fault;
  return { shapes: withPolygon(state.shapes, polygon, { ...polygon, coords }) };
};

/** Waits for the place of a marker. */
export const startPlacing: Reducer<'start_placing'> = (state) => {
  const fault = forbidden(state.rights, [{ kind: 'marker', right: 'add' }]);
  if (fault) return fault;
  return remainingCapacity(state, 'marker') === 0 ? 'limit' : { tool: { name: 'placing' }, selection: null };
};

/** Puts a marker on the map. */
export const addMarker: Reducer<'add_marker'> = (state, { id, title, color, at }) => {
  const fault = newShapeFault(state, 'marker', id, [at]);
  if (fault) return fault;
  const marker = { id, title: titleFrom(title), color: colorOr(color, 'marker'), coords: at };
  return {
    shapes: { ...state.shapes, markers: [...state.shapes.markers, marker] },
    selection: { kind: 'marker', id },
    tool: state.tool.name === 'drawing' ? state.tool : idle,
  };
};

/** Puts a marker elsewhere. */
export const moveMarker: Reducer<'move_marker'> = (state, { id, to }) => {
  const marker = markerOf(state.shapes, id);
  if (!marker) return 'unknown_shape';
  const fault = placesFault([to]);
  if (fault) return fault;
  if (samePlace(marker.coords, to)) return {};
  return {
    shapes: withMarker(state.shapes, marker, { ...marker, coords: to }),
    mergeKey: `marker ${marker.id}`,
  };
};

/** Gives a shape another title. */
export const rename: Reducer<'rename'> = (state, { kind, id, title: wanted }) => {
  const title = titleFrom(wanted);
  if (!shapeOf(state.shapes, { kind, id })) return 'unknown_shape';
  return { shapes: styled(state, kind, id, { title }), mergeKey: `title ${kind} ${id}` };
};

/** Gives a shape another colour. */
export const recolor: Reducer<'recolor'> = (state, { kind, id, color: wanted }) => {
  const color = readColor(wanted);
  if (!color) return 'unknown_color';
  if (!shapeOf(state.shapes, { kind, id })) return 'unknown_shape';
  return { shapes: styled(state, kind, id, { color }), mergeKey: `color ${kind} ${id}` };
};

/** Takes a shape away. */
export const remove: Reducer<'delete'> = ({ shapes }, { kind, id }) => {
  const shape = shapeOf(shapes, { kind, id });
  if (!shape) return 'unknown_shape';
  if (kind === 'polygon')
    return { shapes: { ...shapes, polygons: shapes.polygons.filter((it) => it !== shape) } };
  return { shapes: { ...shapes, markers: shapes.markers.filter((it) => it !== shape) } };
};

function styled(
  { shapes }: MapState,
  kind: Kind,
  id: ShapeId,
  style: Partial<Pick<PolygonShape, 'title' | 'color'>>,
): Shapes {
  const polygon = kind === 'polygon' ? polygonOf(shapes, id) : null;
  const marker = kind === 'marker' ? markerOf(shapes, id) : null;
  if (polygon && differs(polygon, style)) return withPolygon(shapes, polygon, { ...polygon, ...style });
  if (marker && differs(marker, style)) return withMarker(shapes, marker, { ...marker, ...style });
  return shapes;
}

function differs(
  shape: PolygonShape | MarkerShape,
  style: Partial<Pick<PolygonShape, 'title' | 'color'>>,
): boolean {
  return (style.title ?? shape.title) !== shape.title || (style.color ?? shape.color) !== shape.color;
}

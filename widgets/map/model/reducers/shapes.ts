import { samePosition } from '../geometry/position.ts';
import { squareAround } from '../geometry/ring.ts';
import { colorOr, readColor } from '../shapes/color.ts';
import { markerOf, polygonOf, shapeOf, withMarker, withPolygon } from '../shapes/find.ts';
import { titleFrom, type AnyShape, type PolygonShape, type ShapeRef, type Shapes } from '../shapes/shape.ts';
import { forbidden, remainingCapacity } from '../state/commit.ts';
import type { MapState } from '../state/state.ts';
import { idle, newShapeFault, positionsFault, type Reducers } from './reducer-types.ts';

/** Selecting, adding, moving, changing and deleting whole shapes. */
export const shapeReducers: Reducers<
  | 'select'
  | 'deselect'
  | 'add_square'
  | 'start_placing'
  | 'add_marker'
  | 'move_marker'
  | 'rename'
  | 'recolor'
  | 'delete'
> = {
  /** Stops the editing of another polygon's vertices. */
  select({ shapes, tool }, { kind, id }) {
    const shape = shapeOf(shapes, { kind, id });
    if (!shape) return 'unknown_shape';
    const stays = tool.name !== 'editing' || (kind === 'polygon' && tool.id === shape.id);
    return { selection: { kind, id: shape.id }, ...(stays ? {} : { tool: idle }) };
  },
  deselect: ({ tool }) => ({ selection: null, ...(tool.name === 'editing' ? { tool: idle } : {}) }),
  add_square(state, { id, title, color, center }) {
    const fault = newShapeFault(state, { kind: 'polygon', id }, [center]);
    if (fault) return fault;
    const coords = squareAround(center);
    const square = { id, title: titleFrom(title), color: colorOr(color, 'polygon'), coords };
    return {
      shapes: { ...state.shapes, polygons: [...state.shapes.polygons, square] },
      selection: { kind: 'polygon', id },
      tool: state.rights.polygon.edit ? { name: 'editing', id, vertex: null } : idle,
    };
  },
  start_placing(state) {
    const fault = forbidden(state.rights, [{ kind: 'marker', right: 'add' }]);
    if (fault) return fault;
    return remainingCapacity(state, 'marker') === 0
      ? 'limit'
      : { tool: { name: 'placing' }, selection: null };
  },
  add_marker(state, { id, title, color, at }) {
    const fault = newShapeFault(state, { kind: 'marker', id }, [at]);
    if (fault) return fault;
    const marker = { id, title: titleFrom(title), color: colorOr(color, 'marker'), coords: at };
    return {
      shapes: { ...state.shapes, markers: [...state.shapes.markers, marker] },
      selection: { kind: 'marker', id },
      tool: state.tool.name === 'drawing' ? state.tool : idle,
    };
  },
  move_marker(state, { id, to }) {
    const marker = markerOf(state.shapes, id);
    if (!marker) return 'unknown_shape';
    const fault = positionsFault([to]);
    if (fault) return fault;
    if (samePosition(marker.coords, to)) return {};
    return {
      shapes: withMarker(state.shapes, marker, { ...marker, coords: to }),
      mergeKey: `marker ${marker.id}`,
    };
  },
  rename(state, { title, ...ref }) {
    const shape = shapeOf(state.shapes, ref);
    if (!shape) return 'unknown_shape';
    const shapes = withStyle(state, ref, renamed(shape, titleFrom(title)));
    return { shapes, mergeKey: `title ${ref.kind} ${ref.id}` };
  },
  recolor(state, { color: requested, ...ref }) {
    const color = readColor(requested);
    if (!color) return 'unknown_color';
    if (!shapeOf(state.shapes, ref)) return 'unknown_shape';
    return { shapes: withStyle(state, ref, { color }), mergeKey: `color ${ref.kind} ${ref.id}` };
  },
  delete({ shapes }, ref) {
    const shape = shapeOf(shapes, ref);
    if (!shape) return 'unknown_shape';
    if (ref.kind === 'polygon')
      return { shapes: { ...shapes, polygons: shapes.polygons.filter((it) => it !== shape) } };
    return { shapes: { ...shapes, markers: shapes.markers.filter((it) => it !== shape) } };
  },
};

type ShapeStyle = Partial<Pick<PolygonShape, 'title' | 'titles' | 'color'>>;

/** The name in the title's language changes with it; the other stays. */
function renamed({ title: before, titles }: AnyShape, title: string): ShapeStyle {
  if (!titles) return { title };
  return { title, titles: titles.uz === before ? { ...titles, uz: title } : { ...titles, ru: title } };
}

/** The shapes, with another title or colour for one; the same object if nothing changes. */
function withStyle({ shapes }: MapState, { kind, id }: ShapeRef, style: ShapeStyle): Shapes {
  const polygon = kind === 'polygon' ? polygonOf(shapes, id) : null;
  const marker = kind === 'marker' ? markerOf(shapes, id) : null;
  if (polygon && differs(polygon, style)) return withPolygon(shapes, polygon, { ...polygon, ...style });
  if (marker && differs(marker, style)) return withMarker(shapes, marker, { ...marker, ...style });
  return shapes;
}

function differs(shape: ShapeStyle, { title = shape.title, color = shape.color }: ShapeStyle): boolean {
  return title !== shape.title || color !== shape.color;
}

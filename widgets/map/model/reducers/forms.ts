import { sharesBorders } from '../borders/border-edits.ts';
import { borderFault } from '../borders/new-overlap.ts';
import { outlineBounds } from '../borders/shared-corners.ts';
import { boundsOf } from '../geometry/bounds.ts';
import { centroidOf } from '../geometry/centroid.ts';
import { changedOutline, formRing } from '../geometry/forms.ts';
import { samePosition } from '../geometry/position.ts';
import { colorOr } from '../shapes/color.ts';
import { polygonOf, withPolygon } from '../shapes/find.ts';
import { ringsOf, withOutline } from '../shapes/rings.ts';
import { latLng, titleFrom, type Ring } from '../shapes/shape.ts';
import { forbidden, remainingCapacity } from '../state/commit.ts';
import { outlineFault } from '../state/validity.ts';
import { idle, newShapeFault, positionsFault, type Reducers } from './reducer-types.ts';

/** Circles, ellipses and rectangles, and moving, rotating and scaling whole areas; loaded when first chosen. */
export const formReducers: Reducers<'start_form' | 'place_form' | 'start_transform' | 'transform'> = {
  start_form(state, { form }) {
    const fault = forbidden(state.rights, [{ kind: 'polygon', right: 'add' }]);
    if (fault) return fault;
    if (remainingCapacity(state, 'polygon') === 0) return 'limit';
    return { tool: { name: 'form', form, from: null }, selection: null };
  },
  place_form(state, { at, id, title, color }) {
    const { tool } = state;
    if (tool.name !== 'form') return 'wrong_tool';
    const fault = positionsFault([at]);
    if (fault) return fault;
    const { form, from } = tool;
    if (!from) return { tool: { ...tool, from: at } };
    const coords = formRing(form, from, at);
    if (samePosition(from, at) || !hasWidth(coords)) return 'same_point';
    const wrong = newShapeFault(state, { kind: 'polygon', id }, coords);
    if (wrong) return wrong;
    const polygon = { id, title: titleFrom(title), color: colorOr(color, 'polygon'), coords };
    return {
      shapes: { ...state.shapes, polygons: [...state.shapes.polygons, polygon] },
      selection: { kind: 'polygon', id },
      tool: idle,
    };
  },
  start_transform(state, { by, id: requested }) {
    const polygon = polygonOf(state.shapes, requested);
    if (!polygon) return 'unknown_shape';
    const fault = forbidden(state.rights, [{ kind: 'polygon', right: 'edit' }]);
    if (fault) return fault;
    const { id } = polygon;
    return { tool: { name: 'transform', by, id }, selection: { kind: 'polygon', id } };
  },
  transform(state, { id, change }) {
    const polygon = polygonOf(state.shapes, id);
    if (!polygon) return 'unknown_shape';
    const { shift: [east, north] = [0, 0], rotation = 0, scale = 1 } = change;
    if (![east, north, rotation, scale].every(Number.isFinite) || scale <= 0) return 'not_a_number';
    const around = centroidOf(polygon.coords) ?? polygon.coords[0] ?? latLng(0, 0);
    const outline = changedOutline(polygon, around, change);
    const fault = positionsFault(ringsOf(outline).flat());
    if (fault) return fault;
    if (!ringsOf(outline).every(hasWidth)) return 'same_point';
    if (outlineFault(outline) !== null && outlineFault(polygon) === null) return 'crosses_itself';
    const next = withOutline(polygon, outline);
    const shapes = withPolygon(state.shapes, polygon, next);
    const boxes = [polygon, next].flatMap((one) => outlineBounds(one) ?? []);
    const region = boundsOf(pairsOf(boxes));
    const overlap =
      region && sharesBorders(state, polygon)
        ? borderFault(state.shapes.polygons, shapes.polygons, next, region)
        : null;
    return overlap ?? { shapes, mergeKey: `transform ${polygon.id}` };
  },
};

/** Whether a ring is wider and higher than a millimetre. */
function hasWidth(ring: Ring): boolean {
  const [south, west, north, east] = boundsOf(ring) ?? [0, 0, 0, 0];
  return north - south > 1e-8 && east - west > 1e-8;
}

/** Converts alternating numbers into places. */
function pairsOf(numbers: readonly number[]): Ring {
  return numbers.flatMap((lat, at) => (at % 2 === 0 ? [latLng(lat, numbers[at + 1] ?? 0)] : []));
}

export type { Action, ActionOf, ActionType, AnyShape, Delta, Origin } from './action.ts';
export type { Found, Format, Reading, Remark, Report, Unreadable } from './exchange/reading.ts';
export type { Crossing } from './geometry/crossings.ts';
export type { History, Splice, Step } from './history.ts';
export type { Outcome } from './outcome.ts';
export { defaultColors, palette, paletteColumns } from './palette.ts';
export type { Reason } from './reason.ts';
export {
  allRights,
  noLimits,
  noRights,
  type KindRights,
  type Limits,
  type Need,
  type Rights,
} from './rights.ts';
export {
  fromLngLat,
  latLng,
  noShapes,
  sameId,
  toLngLat,
  type Bounds,
  type Kind,
  type LatLng,
  type LngLat,
  type MarkerShape,
  type PolygonShape,
  type ShapeId,
  type ShapeRef,
  type Shapes,
} from './shape.ts';
export {
  defaultOptions,
  type DrawingTool,
  type EditingTool,
  type IdleTool,
  type MapState,
  type Options,
  type PlacingTool,
  type Problem,
  type Refusal,
  type Tool,
} from './state.ts';

export type { Action, ActionOf, ActionType, AnyShape, Delta, Origin } from './action.ts';
export type { Found, Format, Reading, Remark, Report, Unreadable } from './exchange/reading.ts';
export type { Crossing } from './geometry/crossings.ts';
export type { History, Need, Splice, Step } from './history.ts';
export type { Outcome } from './outcome.ts';
export { defaultColors, palette, paletteColumns } from './palette.ts';
export type { Reason } from './reason.ts';
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
  allRights,
  defaultOptions,
  noLimits,
  noRights,
  type DrawingTool,
  type EditingTool,
  type IdleTool,
  type KindRights,
  type Limits,
  type MapState,
  type Options,
  type PlacingTool,
  type Problem,
  type Refusal,
  type Rights,
  type Tool,
} from './state.ts';

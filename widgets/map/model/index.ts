/** The map without its picture: state, changes, geometry, hits. Reading of files is in `exchange/index.ts`, `overlapArea` in `geometry/overlap.ts`. */
export type { Action, ActionOf, ActionType, Delta, Origin } from './state/action.ts';
export { intersectionCheck } from './state/assess.ts';
export { closingDistance } from './reducers/drawing.ts';
export { colorOr, readColor, rgbaOf, type Rgba } from './shapes/color.ts';
export { byNumber, isSwapped, mergeReports, onlySwapped } from './exchange/again.ts';
export { equalShapes } from './exchange/equal.ts';
export {
  isUnreadable,
  type Format,
  type ParsedShape,
  type ParseResult,
  type ShapeIssue,
  type Report,
  type ParseFailure,
} from './exchange/reading.ts';
export {
  exportFileName,
  toExport,
  toValue,
  type MapExport,
  type ShapesValue,
  type ShapeValue,
} from './exchange/write.ts';
export { markerOf, polygonOf, shapeOf } from './shapes/find.ts';
export { boundsOf, boundsOfShapes } from './geometry/bounds.ts';
export { contains } from './geometry/contains.ts';
export {
  intersectionsAfterMove,
  findSelfIntersections,
  findPathIntersections,
  type SelfIntersection,
  type IntersectionCheck,
} from './geometry/self-intersections.ts';
export {
  areaMeasure,
  areaOf,
  distanceBetween,
  lengthMeasure,
  perimeterOf,
  type Measure,
} from './geometry/measure.ts';
export { middleOf, placeFault, samePlace } from './geometry/place.ts';
export { halfSide, squareAround } from './geometry/square.ts';
export { handleAt, mouseHandleTolerance, type HandleHit, type HandleTolerance } from './hit/ring-hit.ts';
export { mouseShapeTolerance, shapeIndex, type ShapeIndex, type ShapeTolerance } from './hit/shape-index.ts';
export { pixelsBetween } from './geometry/mercator.ts';
export type { History, Splice, Step } from './state/history.ts';
export { newShapeId } from './shapes/id.ts';
export type { ChangeOrigin, Outcome } from './state/outcome.ts';
export { defaultColors, palette, paletteColumns } from './shapes/palette.ts';
export type { Reason } from './shapes/reason.ts';
export { createState, reduce, type Settings } from './reducers/reducer.ts';
export {
  allRights,
  noLimits,
  noRights,
  type KindRights,
  type Limits,
  type Need,
  type Rights,
} from './shapes/rights.ts';
export {
  addFault,
  canClear,
  canRedo,
  canSave,
  canUndo,
  intersectionsOf,
  may,
  problemsOf,
  selectedShape,
} from './state/selectors.ts';
export {
  latLng,
  noShapes,
  sameId,
  type AnyShape,
  type Bounds,
  type Kind,
  type LatLng,
  type MarkerShape,
  type PolygonShape,
  type ShapeId,
  type ShapeRef,
  type Shapes,
} from './shapes/shape.ts';
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
} from './state/state.ts';
export { longestTitle } from './shapes/title.ts';

/** The map without its picture: state, changes, geometry, hits. Reading of files is in `exchange/index.ts`, `overlapArea` in `geometry/overlap.ts`. */
export type { Action, ActionOf, ActionType, AnyShape, Delta, Origin } from './action.ts';
export { checkOf } from './assess.ts';
export { closingDistance } from './changes/drawing.ts';
export { colorOr, readColor, rgbaOf, type Rgba } from './color.ts';
export { byNumber, isSwapped, joined, onlySwapped } from './exchange/again.ts';
export { equalShapes } from './exchange/equal.ts';
export {
  isNoMap,
  type Format,
  type Found,
  type Reading,
  type Remark,
  type Report,
  type Unreadable,
} from './exchange/reading.ts';
export {
  exportFileName,
  toExport,
  toValue,
  type MapExport,
  type ShapesValue,
  type ShapeValue,
} from './exchange/write.ts';
export { markerOf, polygonOf, shapeOf } from './find.ts';
export { boundsOf, boundsOfShapes } from './geometry/bounds.ts';
export { contains } from './geometry/contains.ts';
export {
  crossingsAfterMove,
  findCrossings,
  findPathCrossings,
  type Crossing,
  type CrossingCheck,
} from './geometry/crossings.ts';
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
export { handleAt, mouseReach, type HandleHit, type Reach } from './hit/ring-hit.ts';
export { mouseShapeReach, shapeIndex, type ShapeIndex, type ShapeReach } from './hit/shape-index.ts';
export { pixelsBetween } from './hit/world.ts';
export type { History, Splice, Step } from './history.ts';
export { newShapeId } from './id.ts';
export type { ChangeOrigin, Outcome } from './outcome.ts';
export { defaultColors, palette, paletteColumns } from './palette.ts';
export type { Reason } from './reason.ts';
export { createState, reduce, type Settings } from './reducer.ts';
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
  addFault,
  canClear,
  canRedo,
  canSave,
  canUndo,
  crossingsOf,
  may,
  problemsOf,
  selectedShape,
} from './selectors.ts';
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
export { longestTitle } from './title.ts';

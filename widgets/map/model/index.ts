/** The model of the map without rendering: shapes, state, geometry, hit tests. Files are read in `../io/formats/`. */
export type { Action, Delta, Origin } from './state/action.ts';
export { intersectionCheck } from './state/validity.ts';
export { colorOr, defaultColors, readColor, rgbaOf, toHex, type Rgba } from './shapes/color.ts';
export {
  byNumber,
  isSwapped,
  isUnreadable,
  mergeReports,
  onlySwapped,
  type ExistingMode,
  type ParseResult,
  type Report,
  type ShapeIssue,
} from './exchange/parse-result.ts';
export type { AttributeChoice, AttributeRoles, Attributes } from './exchange/attributes.ts';
export {
  previewImport,
  sharesNumbers,
  type DifferenceLine,
  type ImportDifference,
  type ImportPreview,
} from './reducers/import-preview.ts';
export {
  exportFileName,
  toExport,
  toOutlineValue,
  toValue,
  type MapExport,
  type MultiPolygon,
  type PolygonValue,
  type ShapesValue,
} from './exchange/write.ts';
export { markerOf, polygonOf, shapeOf } from './shapes/find.ts';
export { boundsOf, boundsOfShapes } from './geometry/bounds.ts';
export { areaMeasure, lengthMeasure, perimeterOf, type Measure } from './geometry/measure.ts';
export { areaOfOutline, partsOf, perimeterOfOutline } from './geometry/parts.ts';
export type { Form, WholeChange } from './geometry/forms.ts';
export { positionFault } from './geometry/position.ts';
export { handleAt, type HandleHit, type HandleTolerance } from './hit/ring-hit.ts';
export { shapeIndex, type ShapeIndex, type ShapeTolerance } from './hit/shape-index.ts';
export { pixelsBetween } from './geometry/mercator.ts';
export type { Outcome } from './state/outcome.ts';
export {
  accentColor,
  faultColor,
  inkColor,
  neighborColors,
  palette,
  neutralColor,
  snapColor,
} from '#kernel/domain/geo/palette.ts';
export { createState, reduceWith, viewReducers, type ReducerTable } from './reducers/reducer.ts';
export {
  allRights,
  hasRight,
  noLimits,
  noRights,
  type KindRights,
  type Limits,
  type Rights,
} from './shapes/rights.ts';
export {
  latLng,
  newShapeId,
  noShapes,
  sameId,
  type AnyShape,
  type Bounds,
  type Kind,
  type LatLng,
  type MarkerShape,
  type Outline,
  type PolygonShape,
  type Ring,
  type ShapeId,
  type ShapeRef,
  type Shapes,
} from './shapes/shape.ts';
export {
  countVertices,
  edgeEnds,
  firstVertexOf,
  ringsOf,
  vertexAt,
  withVertexAfter,
} from './shapes/rings.ts';
export {
  canRedo,
  canUndo,
  type DrawingPurpose,
  type DrawingTool,
  type MapState,
  type Problem,
  type Tool,
  type Transform,
} from './state/state.ts';

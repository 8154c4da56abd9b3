export {
  checkBoundary,
  isInBoundary,
  multiPolygonSchema,
  normalizeBoundary,
  ringsOfBoundary,
  withFirstRing,
  type Boundary,
  type MultiPolygon,
} from './boundary.ts';
export { coordinatesSchema, type Coordinates } from './coordinates.ts';
export { checkPolygon, isInside, polygonSchema } from './polygon.ts';

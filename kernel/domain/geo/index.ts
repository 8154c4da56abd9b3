export { coordinatesSchema, type Coordinates } from './coordinates.ts';
export { multiPolygonSchema, type MultiPolygon } from './multi-polygon.ts';
export { checkPolygon, isInside, polygonSchema } from './polygon.ts';

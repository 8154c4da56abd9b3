export { coordinatesSchema, type Coordinates } from './coordinates.ts';
export { checkPolygon, isInside, polygonSchema, type PolygonProblem } from './polygon.ts';

export { coordinatesSchema, type Coordinates } from './coordinates.ts';
export { checkPolygon, isInside, polygonSchema } from './polygon.ts';

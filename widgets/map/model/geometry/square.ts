import { latLng, type LatLng } from '../shapes/shape.ts';
import { worldEdge } from './place.ts';

/** Half the side of a new polygon, in degrees. */
export const halfSide = 0.01;

/** The square of a new polygon around a place; at the edge of the world it is moved inside. */
export function squareAround([lat, lng]: LatLng, half: number = halfSide): readonly LatLng[] {
  const y = Math.min(worldEdge.lat - half, Math.max(half - worldEdge.lat, lat));
  const x = Math.min(worldEdge.lng - half, Math.max(half - worldEdge.lng, lng));
  return [
    latLng(y - half, x - half),
    latLng(y - half, x + half),
    latLng(y + half, x + half),
    latLng(y + half, x - half),
  ];
}

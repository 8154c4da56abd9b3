import { expect, test } from 'vitest';
import { fromWorld, worldX, worldY } from '../model/geometry/mercator.ts';
import { latLng } from '../model/index.ts';
import { MapSession } from '../model/map-session.ts';
import { Camera } from '../render/camera/camera.ts';
import { nearestOf, snapOf } from './snapping.ts';

const zoom = 14;
const corner = latLng(41.5, 60.6);
const polygon = {
  id: 1,
  title: 'Hudud',
  color: '#1d5fd1',
  coords: [corner, latLng(41.5, 60.7), latLng(41.4, 60.7), latLng(41.4, 60.6)],
};
const camera = new Camera({ latitude: 41.5, longitude: 60.6, zoom });
/** This many pixels west of the corner, and of the area. */
const beside = (pixels: number) => fromWorld(worldX(corner[1]) - pixels / 2 ** zoom, worldY(corner[0]));
const mouse = { coarse: false, alt: false };

/** A map with the area as a shape, or as a neighbour. */
function map(as: 'shape' | 'neighbor' = 'shape') {
  const session = new MapSession();
  if (as === 'neighbor') session.setNeighbors([polygon], false);
  else session.dispatch({ type: 'replace', shapes: { polygons: [polygon], markers: [] } }, 'api');
  return { session, camera };
}

test.each(['shape', 'neighbor'] as const)(
  'a pointer snaps to a %s within 8 pixels, a finger within 16',
  (as) => {
    const context = map(as);
    expect(snapOf(context, beside(7.5), mouse)).toEqual({ at: corner, on: 'corner' });
    expect(snapOf(context, beside(8.5), mouse)).toBeNull();
    const finger = { ...mouse, coarse: true };
    expect(snapOf(context, beside(15.5), finger)).toEqual({ at: corner, on: 'corner' });
    expect(snapOf(context, beside(16.5), finger)).toBeNull();
  },
);

test('it does not with Alt, or if snapping is disabled', () => {
  const context = map();
  expect(snapOf(context, beside(2), { ...mouse, alt: true })).toBeNull();
  context.session.dispatch({ type: 'configure', options: { snapping: false } }, 'api');
  expect(snapOf(context, beside(2), mouse)).toBeNull();
});

test('a key reaches 80 pixels', () => {
  expect(nearestOf(map(), beside(79))?.at).toEqual(corner);
  expect(nearestOf(map(), beside(81))).toBeNull();
});

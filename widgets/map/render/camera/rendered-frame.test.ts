import { expect, test } from 'vitest';
import { Camera, type View } from './camera.ts';
import { RenderedFrame, frameMargin, panLeadPixels } from './rendered-frame.ts';
import { startPan } from '../../tools/pointer-listener.ts';

const urganch: View = { latitude: 41.5585558, longitude: 60.6208756, zoom: 13 };

function setUp() {
  /** How far the frame is moved. */
  const moved = { x: 0, y: 0 };
  const picture = new RenderedFrame();
  picture.attach({ move: (x, y) => void Object.assign(moved, { x, y }), start() {}, rest() {} });
  const camera = new Camera(urganch);
  camera.set(urganch, { width: 800, height: 600 });
  const views: View[] = [];
  const slider = {
    panTo(view: View) {
      camera.set(view);
      if (!picture.moveTo(view)) views.push(view);
    },
    finishPan: () => void (picture.shows(camera.view, 1) || views.push(camera.view)),
  };
  return { moved, picture, camera, views, pan: () => startPan({ x: 400, y: 300 }, camera, () => slider) };
}

test('a frame moves with the pointer, and is redrawn before its margin is used up', () => {
  const { moved, picture, camera, views, pan } = setUp();
  picture.commit(urganch, camera.view);
  expect(moved).toEqual({ x: 0, y: 0 });
  const held = pan();
  held.move({ x: 410, y: 295 }, false);
  expect(moved).toEqual({ x: 10, y: -5 });
  expect(views).toEqual([]);
  held.move({ x: 400 + frameMargin, y: 295 }, false);
  expect(views).toEqual([camera.view]);
  picture.commit(camera.view, camera.view);
  expect(moved).toEqual({ x: 0, y: 0 });
  held.drop({ x: 400 + frameMargin + 1, y: 295 }, false);
  expect(moved).toEqual({ x: 1, y: 0 });
  // It stays moved: nothing needs to be drawn.
  expect(views).toHaveLength(1);
  // The previous centre is at the pointer's position.
  const { x, y } = camera.project([urganch.latitude, urganch.longitude] as never);
  expect(x).toBeCloseTo(400 + frameMargin + 1, 6);
  expect(y).toBeCloseTo(295, 6);
});

test('on a long way a frame is drawn ahead, in whole pixels, and reaches back a little', () => {
  const { moved, picture, camera } = setUp();
  picture.commit(urganch, camera.view);
  expect(picture.ahead(camera.view)).toEqual([0, 0]);
  let drawn = 0;
  // The pointer moves to the lower right, so that the camera moves north-west.
  for (let far = 4; far <= 2 * frameMargin + panLeadPixels; far += 4) {
    camera.set(camera.panned(-4, -2));
    if (picture.moveTo(camera.view)) continue;
    drawn += 1;
    const [x, y] = picture.ahead(camera.view);
    expect([x, y]).toEqual([-panLeadPixels, -panLeadPixels / 2]);
    picture.commit(camera.panned(x, y), camera.view);
    expect(moved).toEqual({ x: -panLeadPixels, y: -panLeadPixels / 2 });
    // A small move back draws nothing.
    expect(picture.moveTo(camera.panned(8, 4))).toBe(true);
    expect(picture.moveTo(camera.view)).toBe(true);
  }
  expect(drawn).toBe(2);
  // Frames at another zoom cannot be moved.
  expect(picture.ahead({ ...camera.view, zoom: 12 })).toEqual([0, 0]);
});

test('longer moves redraw earlier', () => {
  const { picture, camera } = setUp();
  picture.commit(urganch, camera.view);
  for (let far = 0; far < frameMargin - 4; far += 4)
    expect(picture.moveTo(camera.panned(-far, 0))).toBe(true);
  picture.commit(urganch, camera.view);
  expect(picture.moveTo(camera.panned(-frameMargin / 2, 0))).toBe(true);
  expect(picture.moveTo(camera.panned(-frameMargin + 10, 0))).toBe(false);
});

test('a frame drawn during a pan is moved by the rest', () => {
  const { moved, picture, camera } = setUp();
  camera.set(camera.panned(-20, 0));
  picture.commit(urganch, camera.view);
  expect(moved).toEqual({ x: 20, y: 0 });
});

test('a frame is drawn at the end of a pan if it is moved by a fraction of a screen pixel, or does not reach', () => {
  const { picture, camera } = setUp();
  expect(picture.shows(urganch, 1)).toBe(false);
  picture.commit(urganch, camera.view);
  const at = (x: number, y: number) => camera.panned(x, y);
  expect(picture.shows(at(7, -3), 1)).toBe(true);
  expect(picture.shows(at(7, -3), 1.25)).toBe(false);
  expect(picture.shows(at(8, -4), 1.25)).toBe(true);
  expect(picture.shows(at(7.5, 0), 1)).toBe(false);
  expect(picture.shows(at(7.5, 0), 2)).toBe(true);
  expect(picture.shows(at(frameMargin + 1, 0), 1)).toBe(false);
  expect(picture.shows({ ...urganch, zoom: 14 }, 1)).toBe(false);
});

test('no frame is moved beyond its margin, nor to another zoom', () => {
  const { moved, picture, camera } = setUp();
  picture.commit(urganch, urganch);
  expect(picture.moveTo(camera.panned(-500, 0))).toBe(false);
  expect(moved).toEqual({ x: 0, y: 0 });
  expect(picture.moveTo({ ...urganch, zoom: 14 })).toBe(false);
  expect(moved).toEqual({ x: 0, y: 0 });
});

test('a pan ends at the edge of the world', () => {
  const { camera } = setUp();
  expect(camera.panned(1e9, 1e9).longitude).toBe(180);
  expect(camera.panned(-1e9, 0)).toMatchObject({ longitude: -180, latitude: urganch.latitude });
  camera.set({ latitude: 0, longitude: 0, zoom: 0 });
  // The world is smaller than the frame: it stays centred.
  expect(camera.panned(0, 50).latitude).toBeCloseTo(0, 9);
});

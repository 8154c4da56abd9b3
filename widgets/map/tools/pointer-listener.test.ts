import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Point } from '../render/camera/camera.ts';
import { PointerListener, type Drag, type PointerTool } from './pointer-listener.ts';

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run());
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** Something on which pointers are pressed; shown twice as large as by itself if `scale` is 2. */
function areaAt({ left = 0, top = 0, scale = 1 } = {}) {
  return Object.assign(new EventTarget(), {
    style: { cursor: '' },
    offsetWidth: 400,
    getBoundingClientRect: () => ({ left, top, width: 400 * scale }),
    setPointerCapture: () => undefined,
    focus: () => undefined,
  });
}

/** A map whose tool drags everything, and what became of the drags and clicks. */
function listen(area = areaAt()) {
  const log: string[] = [];
  const where = ({ x, y }: Point) => `${x},${y}`;
  const drag: Drag = {
    move: (at) => log.push(`move ${where(at)}`),
    drop: (at) => log.push(`drop ${where(at)}`),
    cancel: () => log.push('cancel'),
  };
  const tool: PointerTool = {
    startDrag: () => drag,
    click: ({ at }) => log.push(`click ${where(at)}`),
    hover: ({ at }) => (log.push(`hover ${where(at)}`), 'grab'),
    longPress: () => false,
    leave: () => undefined,
  };
  const listener = new PointerListener(
    area as never,
    () => tool,
    () => drag,
  );
  const send = (target: EventTarget, type: string, clientX: number, clientY: number, more: object = {}) => {
    const event = Object.assign(new Event(type, { cancelable: true }), {
      pointerId: 1,
      pointerType: 'mouse',
      isPrimary: true,
      button: 0,
      buttons: 1,
      altKey: false,
      clientX,
      clientY,
      ...more,
    });
    target.dispatchEvent(event);
  };
  return {
    log,
    stop: () => listener.stop(),
    down: (x: number, y: number, more?: object) => send(area, 'pointerdown', x, y, more),
    /** Events in the area reach the window first. */
    move: (x: number, y: number, more?: object) => {
      send(page, 'pointermove', x, y, more);
      send(area, 'pointermove', x, y, more);
    },
    up: (x: number, y: number, more?: object) => send(page, 'pointerup', x, y, { buttons: 0, ...more }),
  };
}

test('a drag whose release was not reported ends with the next move', () => {
  const { log, down, move, up, stop } = listen();
  down(10, 10);
  move(20, 20);
  move(30, 30, { buttons: 0 });
  move(40, 40, { buttons: 0 });
  down(50, 50);
  up(50, 50);
  expect(log).toEqual(['move 20,20', 'cancel', 'hover 30,30', 'hover 40,40', 'cancel', 'click 50,50']);
  stop();
});

test('a press whose release was not reported gives way to the next one', () => {
  const { log, down, up, stop } = listen();
  down(10, 10);
  down(50, 50);
  up(50, 50);
  expect(log).toEqual(['cancel', 'cancel', 'click 50,50']);
  stop();
});

test('a finger whose release was not reported does not make the next one a pinch', () => {
  const { log, down, up, stop } = listen();
  const finger = (pointerId: number, isPrimary = true) => ({ pointerType: 'touch', pointerId, isPrimary });
  down(10, 10, finger(5));
  down(50, 50, finger(6));
  up(50, 50, finger(6));
  expect(log).toEqual(['cancel', 'cancel', 'click 50,50']);
  // Two at a time are a pinch.
  down(10, 10, finger(7));
  down(90, 90, finger(8, false));
  up(10, 10, finger(7));
  up(90, 90, finger(8, false));
  expect(log.slice(3)).toEqual(['drop 10,10']);
  stop();
});

test('a mouse does not end the press of a finger', () => {
  const { log, down, move, up, stop } = listen();
  const finger = { pointerType: 'touch', pointerId: 5 };
  down(10, 10, finger);
  down(50, 50);
  up(50, 50);
  move(30, 30, finger);
  up(30, 30, finger);
  expect(log).toEqual(['move 30,30', 'drop 30,30']);
  stop();
});

test('positions are those of the map where the page shows it larger', () => {
  const { log, down, move, up, stop } = listen(areaAt({ left: 100, top: 50, scale: 2 }));
  move(120, 70, { buttons: 0 });
  down(120, 70);
  move(140, 90);
  up(140, 90);
  expect(log).toEqual(['hover 10,10', 'move 20,20', 'drop 20,20']);
  stop();
});

import { fromWorld, worldSize, worldX, worldY } from '../../model/geometry/mercator.ts';
import { clamp, zoomRange, type Camera, type Point, type View } from '../camera/camera.ts';
import { pointIn, shownBoxOf } from '../camera/pointer-point.ts';

/** The target of gestures. */
export interface GestureTarget {
  setView(view: View): void;
  /** Moves the drawn frame to a view of the same zoom. */
  panTo(view: View): void;
  /** Draws the view at which the fingers stopped. */
  finishPan(): void;
}

/** How far one pixel of a wheel zooms, as with deck.gl. */
const wheelSpeed = 0.01;

/** The maximum time between the presses of a double-click, in milliseconds. */
const doubleClickMs = 600;

/** The view after zooming around a point, whose place stays fixed. */
export function zoomedAt({ view, size }: Camera, { x, y }: Point, by: number): View {
  const zoom = clamp(view.zoom + by, zoomRange.min, zoomRange.max);
  const [before, after] = [2 ** view.zoom, 2 ** zoom];
  const [dx, dy] = [x - size.width / 2, y - size.height / 2];
  const half = Math.min(worldSize, size.height / after) / 2;
  const [latitude, longitude] = fromWorld(
    clamp(worldX(view.longitude) + dx / before - dx / after, 0, worldSize),
    clamp(worldY(view.latitude) - dy / before + dy / after, half, worldSize - half),
  );
  return { latitude, longitude, zoom };
}

/**
 * Zooms by wheel and double-click, and pans and zooms by fingers, as deck.gl does with WebGL. Events that a tool handles do
 * not reach the element. Returns a function that removes the listeners.
 */
export function listenForGestures(
  element: HTMLElement,
  camera: Camera,
  target: () => GestureTarget,
  isDoubleClickZoom: () => boolean,
): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const fingers = new Map<number, Point>();
  let lastPress = -Infinity;

  const pointOf = (event: MouseEvent) => pointIn(shownBoxOf(element.parentElement ?? element), event);

  function onWheel(event: WheelEvent): void {
    event.preventDefault();
    const by = Math.log2(2 / (1 + Math.exp(-Math.abs(event.deltaY * wheelSpeed))));
    target().setView(zoomedAt(camera, pointOf(event), event.deltaY > 0 ? -by : by));
  }

  function onDoubleClick(event: MouseEvent): void {
    if (!isDoubleClickZoom() || performance.now() - lastPress > doubleClickMs) return;
    target().setView(zoomedAt(camera, pointOf(event), event.shiftKey ? -1 : 1));
  }

  function onDown(event: PointerEvent): void {
    lastPress = performance.now();
    if (event.pointerType !== 'touch') return;
    fingers.set(event.pointerId, pointOf(event));
    element.setPointerCapture(event.pointerId);
  }

  function onMove(event: PointerEvent): void {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const now = pointOf(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (!other) {
      target().panTo(camera.panned(last.x - now.x, last.y - now.y));
      return;
    }
    const [from, to] = [middle(last, other), middle(now, other)];
    target().setView(camera.panned(from.x - to.x, from.y - to.y));
    target().setView(zoomedAt(camera, to, Math.log2(distance(now, other) / distance(last, other))));
  }

  function onEnd(event: PointerEvent): void {
    if (fingers.delete(event.pointerId)) target().finishPan();
  }

  element.addEventListener('wheel', onWheel, { signal, passive: false });
  element.addEventListener('dblclick', onDoubleClick, { signal });
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  for (const type of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(type, onEnd, { signal });
  return () => abort.abort();
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}

import type { KeyboardEvent } from 'react';
import { centroidOf } from '../model/geometry/centroid.ts';
import { changedOutline, formRing } from '../model/geometry/forms.ts';
import { sameRings } from '../model/shapes/rings.ts';
import {
  polygonOf,
  sameId,
  type LatLng,
  type PolygonShape,
  type Tool,
  type Transform,
  type WholeChange,
} from '../model/index.ts';
import type { Point } from '../render/camera/camera.ts';
import { setInteraction, type EditTool, type EditToolContext } from './edit-tool.ts';
import type { Drag, PointerPress, PointerTool } from './pointer-listener.ts';
import { shapeAt } from './select-tool.ts';
import { snapOf } from './snapping.ts';
import { arrows, crosshairOf } from './view-keys.ts';

export { formReducers } from '../model/reducers/forms.ts';

/** Draws a circle, an ellipse or a rectangle by two clicks, or with Enter at the crosshair. */
export function primitiveTool(context: EditToolContext, base: PointerTool): EditTool {
  const { session, camera, newShape } = context;
  const addPoint = (at: LatLng) => void session.dispatch({ type: 'place_form', at, ...newShape('polygon') });
  const under = (press: PointerPress) => {
    const at = camera.unproject(press.at);
    const snap = snapOf(context, at, press);
    return { at: snap?.at ?? at, snaps: snap !== null };
  };
  return {
    ...base,
    startDrag: () => null,
    click(press) {
      addPoint(under(press).at);
      if (session.state.tool.name !== 'form') setInteraction(context, null);
    },
    hover(press) {
      const { tool } = session.state;
      const { at, snaps } = under(press);
      if (tool.name === 'form' && tool.from)
        setInteraction(context, {
          kind: 'preview',
          outlines: [{ coords: formRing(tool.form, tool.from, at) }],
        });
      else setInteraction(context, { kind: 'pointer', at, snaps });
      return 'crosshair';
    },
    onKeyDown({ key }) {
      const { tool } = session.state;
      if (key === 'Enter') addPoint(camera.unproject(crosshairOf(camera)));
      else if (key === 'Escape') session.dispatch({ type: 'cancel' });
      else if (key === 'Backspace' && tool.name === 'form')
        session.dispatch({ type: 'start_form', form: tool.form });
      else return false;
      return true;
    },
  };
}

/** The step of a key press: one pixel, degree or percent; ten with Shift. */
const steps = { rotation: Math.PI / 180, scale: 1.01 } as const;

/**
 * The position at which an area was grabbed, by the state of the tool, since an editor creates its tools at every render.
 */
const holds = new WeakMap<Tool, LatLng>();

/**
 * Moves, rotates or scales an area as a whole: by dragging it, by one press on it and one on its new
 * position, or with the arrow keys.
 */
// Over 60 lines: a pointer tool is one object, and its functions share the grabbed position.
export function transformTool(context: EditToolContext, base: PointerTool): EditTool {
  const { session, camera, texts, notify } = context;

  function target(): TransformTarget | null {
    const { tool, shapes } = session.state;
    const polygon = tool.name === 'transform' ? polygonOf(shapes, tool.id) : null;
    const middle = polygon && (centroidOf(polygon.coords) ?? polygon.coords[0]);
    return polygon && middle && tool.name === 'transform' ? { polygon, middle, by: tool.by } : null;
  }

  function heldAt(): Point | null {
    const at = holds.get(session.state.tool);
    return at ? camera.project(at) : null;
  }

  function isUnder(press: PointerPress): boolean {
    const hit = shapeAt(session, camera, press);
    const polygon = target()?.polygon;
    return hit?.kind === 'polygon' && polygon !== undefined && sameId(hit.id, polygon.id);
  }

  function changeOf({ middle, by }: TransformTarget, from: Point, to: Point): WholeChange {
    return changeBetween(by, { middle: camera.project(middle), from, to, zoom: camera.view.zoom });
  }

  function preview(found: TransformTarget, from: Point, to: Point): void {
    const outline = changedOutline(found.polygon, found.middle, changeOf(found, from, to));
    setInteraction(context, { kind: 'preview', outlines: [outline] });
  }

  function drop(found: TransformTarget, from: Point, to: Point): void {
    release();
    // An undo, a key or the page may have changed the area during the drag.
    const now = target();
    if (now?.by !== found.by || !sameRings(now.polygon, found.polygon)) return;
    // A press on the place where it is held puts it back.
    if (Math.hypot(from.x - to.x, from.y - to.y) < 0.5) return;
    session.dispatch({ type: 'transform', id: found.polygon.id, change: changeOf(found, from, to) });
  }

  function release(): void {
    holds.delete(session.state.tool);
    setInteraction(context, null);
  }

  function startDrag(press: PointerPress): Drag | null {
    const found = target();
    // While an area is grabbed, a press sets its target.
    if (!found || heldAt() || !isUnder(press)) return null;
    return {
      move: (at) => preview(found, press.at, at),
      drop: (at) => drop(found, press.at, at),
      cancel: () => setInteraction(context, null),
    };
  }

  function click(press: PointerPress): void {
    const found = target();
    const from = heldAt();
    if (found && from) drop(found, from, press.at);
    else if (found && isUnder(press)) {
      holds.set(session.state.tool, camera.unproject(press.at));
      preview(found, press.at, press.at);
      notify(texts.forms.hint.move_to);
    }
  }

  function hover(press: PointerPress): string {
    const found = target();
    const from = heldAt();
    if (found && from) preview(found, from, press.at);
    return from || isUnder(press) ? 'move' : 'grab';
  }

  function onKeyDown({ key, shiftKey, repeat }: KeyboardEvent): boolean {
    const found = target();
    const [dx, dy] = arrows[key] ?? [0, 0];
    const isHeld = heldAt() !== null;
    if (isHeld) release();
    if (key === 'Escape' && isHeld) return true;
    if (key === 'Escape' || key === 'Enter') session.dispatch({ type: 'cancel' });
    else if (!found || (dx === 0 && dy === 0)) return false;
    else {
      const change = changeByKey(found.by, [dx, dy], { many: shiftKey ? 10 : 1, zoom: camera.view.zoom });
      session.dispatch({ type: 'transform', id: found.polygon.id, change, continues: repeat });
    }
    return true;
  }

  return { ...base, startDrag, click, hover, onKeyDown };
}

/** The polygon to transform, the kind of transformation, and its centre. */
interface TransformTarget {
  readonly polygon: PolygonShape;
  readonly middle: LatLng;
  readonly by: Transform;
}

/** Returns the change that an arrow key makes. */
function changeByKey(
  by: Transform,
  [dx, dy]: readonly [number, number],
  { many, zoom }: { readonly many: number; readonly zoom: number },
): WholeChange {
  const pixel = many / 2 ** zoom;
  if (by === 'move') return { shift: [dx * pixel, -dy * pixel] };
  if (by === 'rotate') return { rotation: -(dx + dy) * many * steps.rotation };
  return { scale: steps.scale ** ((dx - dy) * many) };
}

interface Gesture {
  readonly middle: Point;
  readonly from: Point;
  readonly to: Point;
  readonly zoom: number;
}

/** The minimum factor by which a drag scales an area. */
const smallest = 0.02;

function changeBetween(by: Transform, { middle, from, to, zoom }: Gesture): WholeChange {
  if (by === 'move') {
    const pixel = 1 / 2 ** zoom;
    return { shift: [(to.x - from.x) * pixel, (from.y - to.y) * pixel] };
  }
  // The screen's y axis points down.
  const angle = ({ x, y }: Point) => Math.atan2(middle.y - y, x - middle.x);
  if (by === 'rotate') return { rotation: angle(to) - angle(from) };
  const reach = ({ x, y }: Point) => Math.max(1, Math.hypot(x - middle.x, y - middle.y));
  return { scale: Math.max(smallest, reach(to) / reach(from)) };
}

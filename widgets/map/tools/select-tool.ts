import type { ShapeRef, ShapeTolerance } from '../model/index.ts';
import type { MapSession } from '../model/map-session.ts';
import type { Camera } from '../render/camera/camera.ts';
import type { MapOverlay, PressResult } from '../render/canvas/map-overlay.ts';
import type { PointerPress, PointerTool } from './pointer-listener.ts';

/** A finger is less precise than a mouse. */
const touchTolerance: ShapeTolerance = { marker: 22, edge: 10 };

/** The shape under a pointer. */
export function shapeAt(session: MapSession, camera: Camera, { at, coarse }: PointerPress): ShapeRef | null {
  const position = camera.unproject(at);
  return session.index.at(position, camera.view.zoom, coarse ? touchTolerance : undefined);
}

/**
 * Selects the pressed shape, the overlay first; a press on nothing clears the selection. Returns what was
 * hit.
 */
export function selectAt(
  session: MapSession,
  camera: Camera,
  press: PointerPress,
  overlay?: MapOverlay,
): ShapeRef | PressResult | null {
  const pressed = overlay?.press(camera.unproject(press.at), press.coarse) ?? null;
  const hit = pressed ? null : shapeAt(session, camera, press);
  if (hit) session.dispatch({ type: 'select', ...hit });
  else if (session.state.selection) session.dispatch({ type: 'deselect' });
  return pressed ?? hit;
}

/** The tool of a map in view mode: a click selects. */
export function createSelectTool(session: MapSession, camera: Camera, overlay?: MapOverlay): PointerTool {
  return {
    startDrag: () => null,
    click: (press) => void selectAt(session, camera, press, overlay),
    hover(press) {
      const isOverlay = overlay?.contains(camera.unproject(press.at), press.coarse);
      return isOverlay || shapeAt(session, camera, press) ? 'pointer' : 'grab';
    },
    longPress: () => false,
    leave: () => undefined,
  };
}

import type { ShapeReach, ShapeRef } from '../model/index.ts';
import type { MapOverlay, Pressed } from '../render/canvas/map-overlay.ts';
import type { MapSession } from '../model/map-session.ts';
import type { Camera } from '../render/camera/camera.ts';
import type { Press, Tools } from './pointer-listener.ts';

/** A finger is less exact than a mouse. */
const fingerReach: ShapeReach = { marker: 22, edge: 10 };

/** The shape under a pointer. */
export function shapeUnder(session: MapSession, camera: Camera, { at, coarse }: Press): ShapeRef | null {
  const place = camera.unproject(at);
  return coarse
    ? session.index.at(place, camera.view.zoom, fingerReach)
    : session.index.at(place, camera.view.zoom);
}

/** Selects what was pressed, first of all what lies over the shapes; nothing there lets go. Answers what it came to. */
export function selectUnder(
  session: MapSession,
  camera: Camera,
  press: Press,
  overlay?: MapOverlay,
): ShapeRef | Pressed | null {
  const pressed = overlay?.press(camera.unproject(press.at), press.coarse) ?? null;
  const hit = pressed ? null : shapeUnder(session, camera, press);
  if (hit) session.dispatch({ type: 'select', ...hit });
  else if (session.state.selection) session.dispatch({ type: 'deselect' });
  return pressed ?? hit;
}

/** The tools of a map to look at: a click selects. */
export function selectTools(session: MapSession, camera: Camera, overlay?: MapOverlay): Tools {
  return {
    grab: () => null,
    click: (press) => void selectUnder(session, camera, press, overlay),
    hover: (press) =>
      overlay?.covers(camera.unproject(press.at), press.coarse) || shapeUnder(session, camera, press)
        ? 'pointer'
        : 'grab',
    hold: () => false,
    leave: () => undefined,
  };
}

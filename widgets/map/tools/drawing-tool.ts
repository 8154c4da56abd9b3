import { traceBorder } from '../model/borders/trace.ts';
import type { LatLng } from '../model/index.ts';
import { setInteraction, type EditTool, type EditToolContext } from './edit-tool.ts';
import type { PointerPress, PointerTool } from './pointer-listener.ts';
import { nearestOf, snapOf } from './snapping.ts';
import { crosshairOf } from './view-keys.ts';

/** Draws point by point: by clicks, or with Enter at the crosshair; N snaps to the nearest corner. */
export function drawingTool(context: EditToolContext, base: PointerTool): EditTool {
  const { session, camera, newShape } = context;

  function addPoint(at: LatLng): void {
    const { tool } = session.state;
    const last = tool.name === 'drawing' && tool.isTracing ? tool.points.at(-1) : undefined;
    const areas = [...session.state.shapes.polygons, ...session.neighbors];
    const way = last ? traceBorder(areas, last, at) : null;
    if (way && way.length > 1) session.dispatch({ type: 'add_points', points: way });
    else session.dispatch({ type: 'add_point', at, zoom: camera.view.zoom, ...newShape('polygon') });
  }

  const positionUnder = (press: PointerPress): LatLng => {
    const position = camera.unproject(press.at);
    return snapOf(context, position, press)?.at ?? position;
  };

  return {
    ...base,
    click: (press) => addPoint(positionUnder(press)),
    hover(press) {
      const at = camera.unproject(press.at);
      const snap = snapOf(context, at, press);
      setInteraction(context, { kind: 'pointer', at: snap?.at ?? at, snaps: snap !== null });
      return 'crosshair';
    },
    onKeyDown({ key, code, shiftKey }) {
      if (key === 'Enter' && shiftKey) session.dispatch({ type: 'finish_drawing', ...newShape('polygon') });
      else if (key === 'Enter') addPoint(camera.unproject(crosshairOf(camera)));
      else if (code === 'KeyN') {
        const snap = nearestOf(context, camera.unproject(crosshairOf(camera)));
        if (snap) addPoint(snap.at);
        else context.notify(context.texts.announce.nothing_near);
      } else if (code === 'KeyT') session.dispatch({ type: 'toggle_tracing' });
      else if (key === 'Backspace') session.dispatch({ type: 'remove_last_point' });
      else if (key === 'Escape') session.dispatch({ type: 'cancel' });
      else return false;
      return true;
    },
  };
}

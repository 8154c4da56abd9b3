import type { LatLng } from '../model/index.ts';
import { setInteraction, type EditTool, type EditToolContext } from './edit-tool.ts';
import type { PointerTool } from './pointer-listener.ts';
import { crosshairOf } from './view-keys.ts';

/** Draws a polygon point by point: by clicks, or with Enter under the crosshair. */
export function drawingTool(context: EditToolContext, base: PointerTool): EditTool {
  const { session, camera, newShape } = context;
  const addPoint = (at: LatLng) =>
    session.dispatch({ type: 'add_point', at, zoom: camera.view.zoom, ...newShape('polygon') });
  return {
    ...base,
    click: (press) => void addPoint(camera.unproject(press.at)),
    hover(press) {
      setInteraction(context, { kind: 'pointer', at: camera.unproject(press.at) });
      return 'crosshair';
    },
    onKeyDown({ key, shiftKey }) {
      if (key === 'Enter' && shiftKey) session.dispatch({ type: 'finish_drawing', ...newShape('polygon') });
      else if (key === 'Enter') addPoint(camera.unproject(crosshairOf(camera)));
      else if (key === 'Backspace') session.dispatch({ type: 'take_back_point' });
      else if (key === 'Escape') session.dispatch({ type: 'cancel' });
      else return false;
      return true;
    },
  };
}

/** Places a marker with a click, or with Enter under the crosshair. */
export function placingTool({ session, camera, newShape }: EditToolContext, base: PointerTool): EditTool {
  const addMarker = (at: LatLng) => session.dispatch({ type: 'add_marker', at, ...newShape('marker') });
  return {
    ...base,
    click: (press) => void addMarker(camera.unproject(press.at)),
    hover: () => 'crosshair',
    onKeyDown({ key }) {
      if (key === 'Enter') addMarker(camera.unproject(crosshairOf(camera)));
      else if (key === 'Escape') session.dispatch({ type: 'cancel' });
      else return false;
      return true;
    },
  };
}

import type { LatLng } from '../model/index.ts';
import type { EditTool, EditToolContext } from './edit-tool.ts';
import type { PointerTool } from './pointer-listener.ts';
import { crosshairOf } from './view-keys.ts';

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

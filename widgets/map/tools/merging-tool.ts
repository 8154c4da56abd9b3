import type { EditTool, EditToolContext } from './edit-tool.ts';
import type { PointerPress, PointerTool } from './pointer-listener.ts';
import { shapeAt } from './select-tool.ts';
import { crosshairOf } from './view-keys.ts';

/** Merges an area with the one that is clicked, or that is at the crosshair when Enter is pressed. */
export function mergingTool({ session, camera }: EditToolContext, base: PointerTool): EditTool {
  const otherUnder = (press: PointerPress) => {
    const { tool } = session.state;
    const hit = shapeAt(session, camera, press);
    if (tool.name !== 'merging' || hit?.kind !== 'polygon' || hit.id === tool.id) return null;
    return { id: tool.id, other: hit.id };
  };

  function merge(press: PointerPress): void {
    const pair = otherUnder(press);
    if (pair) session.dispatch({ type: 'merge', ...pair });
  }

  return {
    ...base,
    startDrag: () => null,
    click: merge,
    hover: (press) => (otherUnder(press) ? 'pointer' : 'default'),
    onKeyDown({ key }) {
      if (key === 'Enter') merge({ at: crosshairOf(camera), coarse: false, alt: false });
      else if (key === 'Escape') session.dispatch({ type: 'cancel' });
      else return false;
      return true;
    },
  };
}

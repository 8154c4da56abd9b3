import type { KeyboardEvent } from 'react';
import { markerOf, sameId, type MapState, type MarkerShape } from '../model/index.ts';
import { dragPoint, type EditTool, type EditToolContext } from './edit-tool.ts';
import type { PointerPress, PointerTool } from './pointer-listener.ts';
import { shapeAt } from './select-tool.ts';
import { arrows } from './view-keys.ts';

/** How far Shift and an arrow key move a marker, in pixels. */
const markerStep = 10;

/** Selects shapes and drags the selected marker. */
export function idleTool(context: EditToolContext, base: PointerTool): EditTool {
  const { session, camera, removeSelected } = context;

  function selectedMarker(): MarkerShape | null {
    const { selection, shapes } = session.state;
    return selection?.kind === 'marker' ? markerOf(shapes, selection.id) : null;
  }

  function startDrag(press: PointerPress) {
    const shape = selectedMarker();
    if (!shape || !session.state.rights.marker.edit) return null;
    const hit = shapeAt(session, camera, press);
    if (hit?.kind !== 'marker' || !sameId(hit.id, shape.id)) return null;
    return dragPoint(context, shape.coords, press, {
      preview: (at) => ({ kind: 'marker', shape, at }),
      commit(to) {
        // An undo, a key or the page may have moved or deselected the marker during the drag.
        if (selectedMarker()?.coords === shape.coords)
          session.dispatch({ type: 'move_marker', id: shape.id, to });
        else context.repaint();
      },
    });
  }

  function moveMarker({ key, repeat }: KeyboardEvent): void {
    const shape = selectedMarker();
    const arrow = arrows[key];
    if (!shape || !arrow) return;
    const { x, y } = camera.project(shape.coords);
    const to = camera.unproject({ x: x + arrow[0] * markerStep, y: y + arrow[1] * markerStep });
    session.dispatch({ type: 'move_marker', id: shape.id, to, continues: repeat });
  }

  return {
    ...base,
    startDrag,
    onKeyDown(event) {
      const { state } = session;
      const { selection } = state;
      if (event.key === 'Enter' && selection && canEditVertices(state))
        session.dispatch({ type: 'start_editing', id: selection.id });
      else if ((event.key === 'Delete' || event.key === 'Backspace') && selection) removeSelected();
      else if (arrows[event.key] && event.shiftKey && selection?.kind === 'marker') moveMarker(event);
      else return false;
      return true;
    },
  };
}

/** Whether the vertices of the selected shape may be edited. */
export function canEditVertices({ selection, rights }: MapState): boolean {
  return selection?.kind === 'polygon' && rights.polygon.edit;
}

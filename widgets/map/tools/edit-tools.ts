import type { KeyboardEvent } from 'react';
import type { Tool, LatLng } from '../model/index.ts';
import { customTool, type CustomTool } from './custom-tool.ts';
import { drawingTool } from './drawing-tool.ts';
import { setInteraction, type EditTool, type EditToolContext } from './edit-tool.ts';
import { idleTool } from './idle-tool.ts';
import type { MapContext } from './map-context.ts';
import { mergingTool } from './merging-tool.ts';
import { createSelectTool } from './select-tool.ts';
import { vertexTool } from './vertex-tool.ts';
import type { PointerTool } from './pointer-listener.ts';
import { crosshairOf } from './view-keys.ts';

/** The tools for forms, loaded when one of them is first chosen. */
export interface PrimitiveTools {
  primitiveTool(context: EditToolContext, base: PointerTool): EditTool;
  transformTool(context: EditToolContext, base: PointerTool): EditTool;
}

/** Passes pointer and key events to the active tool. */
export function createEditTool(
  context: EditToolContext,
  custom: { readonly tools: readonly CustomTool[]; readonly onError: (error: Error) => void },
  forms: PrimitiveTools | null,
): EditTool {
  const { session, camera, painter } = context;
  const select = createSelectTool(session, camera);
  const tools: Readonly<Record<Tool['name'], EditTool>> = {
    idle: idleTool(context, select),
    drawing: drawingTool(context, select),
    placing: placingTool(context, select),
    merging: mergingTool(context, select),
    custom: customTool(context, select, custom.tools, custom.onError),
    editing: vertexTool(context, select),
    // They are loaded if one of them is active.
    form: forms?.primitiveTool(context, select) ?? idleTool(context, select),
    transform: forms?.transformTool(context, select) ?? idleTool(context, select),
  };
  const active = () => tools[session.state.tool.name];
  return {
    startDrag: (press) => active().startDrag(press),
    click: (press) => active().click(press),
    hover: (press) => active().hover(press),
    longPress: (press) => active().longPress(press),
    leave() {
      if (painter.interaction?.kind === 'pointer') setInteraction(context, null);
    },
    onKeyDown: (event) => !event.altKey && !event.ctrlKey && !event.metaKey && active().onKeyDown(event),
  };
}

/** Undoes and redoes with Ctrl+Z and its variants, wherever the focus is in the map, except in text fields. */
export function historyKeys(event: KeyboardEvent, { session }: MapContext): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  // On a Cyrillic keyboard the key of Z is another letter.
  const key = (/^[a-z]$/i.test(event.key) ? event.key : event.code.replace('Key', '')).toLowerCase();
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  if (!isRedo && key !== 'z') return false;
  session.dispatch({ type: isRedo ? 'redo' : 'undo' }, 'undo');
  return true;
}

/** Places a marker with a click, or with Enter at the crosshair. */
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

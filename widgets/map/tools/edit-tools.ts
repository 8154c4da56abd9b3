import type { KeyboardEvent } from 'react';
import type { Tool } from '../model/index.ts';
import { drawingTool, placingTool } from './drawing-tools.ts';
import { setInteraction, type EditTool, type EditToolContext } from './edit-tool.ts';
import { idleTool } from './idle-tool.ts';
import type { MapContext } from './map-context.ts';
import { createSelectTool } from './select-tool.ts';
import { vertexTool } from './vertex-tool.ts';

/** Hands pointers and keys to the tool that the model names as active. */
export function createEditTool(context: EditToolContext): EditTool {
  const { session, camera, painter } = context;
  const select = createSelectTool(session, camera);
  const tools: Readonly<Record<Tool['name'], EditTool>> = {
    idle: idleTool(context, select),
    drawing: drawingTool(context, select),
    placing: placingTool(context, select),
    editing: vertexTool(context, select),
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

/** Undoes and redoes with Ctrl+Z and its variants, wherever the focus is in the map except in text fields. */
export function historyKeys(event: KeyboardEvent, { session }: MapContext): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  if (!isRedo && key !== 'z') return false;
  session.dispatch({ type: isRedo ? 'redo' : 'undo' }, 'undo');
  return true;
}

import type { MapState } from './state.ts';

/** Whether `undo` would take something back. */
export function canUndo({ tool, history }: MapState): boolean {
  return history.done.length > 0 || (tool.name === 'drawing' && tool.points.length > 0);
}

/** Whether `redo` would bring something back. */
export function canRedo({ tool, history }: MapState): boolean {
  return history.undone.length > 0 || (tool.name === 'drawing' && tool.taken.length > 0);
}

import type { Reason } from '../shapes/rejection-reason.ts';
import type { StatePatch } from '../state/commit.ts';
import type { MapState } from '../state/state.ts';

/** Removes the last point of a drawing. */
export function removeLastPoint({ tool }: MapState): StatePatch | Reason {
  if (tool.name !== 'drawing') return 'wrong_tool';
  const last = tool.points.at(-1);
  if (!last) return 'nothing_to_undo';
  return { tool: { ...tool, points: tool.points.slice(0, -1), taken: [...tool.taken, last] } };
}

/** Restores the point that was removed last. */
export function restorePoint({ tool }: MapState): StatePatch | Reason {
  if (tool.name !== 'drawing') return 'wrong_tool';
  const last = tool.taken.at(-1);
  if (!last) return 'nothing_to_redo';
  return { tool: { ...tool, points: [...tool.points, last], taken: tool.taken.slice(0, -1) } };
}

import { equalShapes } from '../exchange/equal.ts';
import { isUnreadable } from '../exchange/parse-result.ts';
import { readValue } from '../exchange/read-value.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import { noShapes } from '../shapes/shape.ts';
import type { StatePatch } from '../state/commit.ts';
import { applyStep, revertStep } from '../state/history.ts';
import type { MapState } from '../state/state.ts';
import { restorePoint, removeLastPoint } from './drawing-history.ts';
import { mergeInto, reportOf } from './merge.ts';
import type { Reducers } from './reducer-types.ts';
import { relabel } from './relabel.ts';

/** Changes of all shapes at once, and the history. */
export const documentReducers: Reducers<'replace' | 'import' | 'clear' | 'undo' | 'redo'> = {
  /**
   * Equal shapes change nothing, so that a page may return the value that it received; nor does an unreadable text. Shapes
   * that differ only by titles rename those of the map, without interrupting the user.
   */
  replace(state, { shapes: value, near, reading }) {
    const result = reading ?? readValue(value, near ? { near, doubt: 'noted' } : {});
    const merged = mergeInto({ ...state, shapes: noShapes }, result, { rights: null });
    const report = reportOf(merged);
    if (isUnreadable(result) || equalShapes(merged.shapes, state.value)) return { report };
    const relabelled = relabel(state, merged.shapes);
    if (relabelled) return { ...relabelled, report };
    return { shapes: merged.shapes, report, isReplacement: true };
  },
  import(state, { reading, existing = 'add' }) {
    const merged = mergeInto(state, reading, { rights: state.rights, existing });
    return {
      ...(merged.accepted + merged.changed === 0 ? {} : { shapes: merged.shapes }),
      report: reportOf(merged),
    };
  },
  clear({ shapes, rights }) {
    if (shapes.polygons.length + shapes.markers.length === 0) return 'empty';
    const polygons = rights.polygon.delete ? [] : shapes.polygons;
    const markers = rights.marker.delete ? [] : shapes.markers;
    const deletes = polygons.length < shapes.polygons.length || markers.length < shapes.markers.length;
    return deletes ? { shapes: { polygons, markers } } : 'not_allowed';
  },
  undo: (state) => (state.tool.name === 'drawing' ? removeLastPoint(state) : undo(state)),
  redo: (state) => (state.tool.name === 'drawing' ? restorePoint(state) : redo(state)),
};

/** `commit` requires the permissions of the original step; without one of them, the step is not undone. */
function undo({ shapes, history: { done, undone } }: MapState): StatePatch | Reason {
  const step = done.at(-1);
  if (!step) return 'nothing_to_undo';
  const history = { done: done.slice(0, -1), undone: [...undone, step] };
  return { shapes: revertStep(shapes, step), historyStep: { history, needs: step.needs } };
}

function redo({ shapes, history: { done, undone } }: MapState): StatePatch | Reason {
  const step = undone.at(-1);
  if (!step) return 'nothing_to_redo';
  const history = { done: [...done, step], undone: undone.slice(0, -1) };
  return { shapes: applyStep(shapes, step), historyStep: { history, needs: step.needs } };
}

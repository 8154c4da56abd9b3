import type { StatePatch } from '../state/commit.ts';
import { mergeInto, reportOf } from './merge.ts';
import { readValue } from '../exchange/read-value.ts';
import { isUnreadable } from '../exchange/reading.ts';
import { equalShapes } from '../exchange/equal.ts';
import { revertStep, applyStep } from '../state/history.ts';
import type { Reason } from '../shapes/reason.ts';
import { noShapes } from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import type { Reducer } from './draft.ts';
import { restorePoint, takeBackPoint } from './drawing.ts';

/**
 * Takes the shapes that the host gives. The same ones again change nothing, so that a host may give back what it got; nor
 * does a text that is no map, such as the page of an error.
 */
export const replace: Reducer<'replace'> = (state, { shapes: value, near, reading }) => {
  const found = reading ?? readValue(value, near ? { near, doubt: 'noted' } : {});
  const merged = mergeInto({ ...state, shapes: noShapes }, found, { rights: null });
  const report = reportOf(merged);
  if (isUnreadable(found) || equalShapes(merged.shapes, state.value)) return { report };
  return { shapes: merged.shapes, report, isReplacement: true };
};

/** Adds what a file held, as far as rights and limits let it in. */
export const importShapes: Reducer<'import'> = (state, { reading }) => {
  const merged = mergeInto(state, reading, { rights: state.rights });
  return { ...(merged.accepted === 0 ? {} : { shapes: merged.shapes }), report: reportOf(merged) };
};

/** Takes away everything that may be taken away. */
export const clear: Reducer<'clear'> = ({ shapes, rights }) => {
  const polygons = rights.polygon.delete ? [] : shapes.polygons;
  const markers = rights.marker.delete ? [] : shapes.markers;
  if (shapes.polygons.length + shapes.markers.length === 0) return 'empty';
  const goes = polygons.length < shapes.polygons.length || markers.length < shapes.markers.length;
  return goes ? { shapes: { polygons, markers } } : 'not_allowed';
};

/** Takes back a point of the drawing, else the last step. */
export const undo: Reducer<'undo'> = (state, action) =>
  state.tool.name === 'drawing'
    ? takeBackPoint(state, { ...action, type: 'take_back_point' })
    : walkBack(state);

/** Does again what was taken back. */
export const redo: Reducer<'redo'> = (state) =>
  state.tool.name === 'drawing' ? restorePoint(state) : walkForward(state);

/** `commit` asks for the rights that the step was made with: with one of them gone, it stays. */
function walkBack({ shapes, history }: MapState): StatePatch | Reason {
  const step = history.done.at(-1);
  if (!step) return 'nothing_to_undo';
  const walked = { done: history.done.slice(0, -1), undone: [...history.undone, step] };
  return { shapes: revertStep(shapes, step), historyStep: { history: walked, needs: step.needs } };
}

function walkForward({ shapes, history }: MapState): StatePatch | Reason {
  const step = history.undone.at(-1);
  if (!step) return 'nothing_to_redo';
  const walked = { done: [...history.done, step], undone: history.undone.slice(0, -1) };
  return { shapes: applyStep(shapes, step), historyStep: { history: walked, needs: step.needs } };
}

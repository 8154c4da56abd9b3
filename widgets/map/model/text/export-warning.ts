import { shapeOf, type MapState, type Problem } from '../index.ts';
import { titleText } from './measure.ts';
import { formatText, type MapTexts } from './texts.ts';

/** Names the shapes on the screen that an export leaves out or has as they were; empty where there are none. */
export function exportWarning(state: MapState, texts: MapTexts): string {
  const titles = (problems: readonly Problem[]) =>
    problems.map(({ id }) => titleText(shapeOf(state.shapes, { kind: 'polygon', id }), texts)).join(', ');
  const problems = [...state.problems.values()];
  const missing = problems.filter(({ saved }) => saved === null);
  const older = problems.filter(({ saved }) => saved !== null);
  return [
    missing.length > 0 ? formatText(texts.export.left_out, { titles: titles(missing) }) : '',
    older.length > 0 ? formatText(texts.export.as_before, { titles: titles(older) }) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join('. ');
}

import { lazy, Suspense } from 'react';
import { formatText } from '../../model/text/texts.ts';
import type { EditButtonsProps } from './edit-buttons.tsx';

// They have loaded when they are shown, see `useImport`.
const ReportPanel = lazy(() => import('./report-panel.tsx').then((part) => ({ default: part.ReportPanel })));
const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then((part) => ({ default: part.ImportDialog })),
);

/** The editor's panels over the map: the hint of the active tool, the import dialog and its report. */
export function EditPanels({ context, state, editor }: EditButtonsProps) {
  const { texts } = context;
  return (
    <>
      <Hint context={context} state={state} editor={editor} />
      {editor.report ? <ReportPanel report={editor.report} imports={editor} texts={texts} /> : null}
      {editor.importing ? (
        <Suspense fallback={null}>
          <ImportDialog imports={editor} texts={texts} />
        </Suspense>
      ) : null}
    </>
  );
}

function Hint({ context, state, editor }: EditButtonsProps) {
  const { session, texts } = context;
  const { draw } = texts;
  const { tool } = state;
  if (tool.name === 'idle') return null;
  const points = tool.name === 'drawing' ? tool.points.length : 0;
  const text = {
    drawing: points >= 3 ? draw.hint_close : draw.hint,
    placing: draw.hint_marker,
    editing: draw.hint_edit,
  }[tool.name];
  return (
    <div className="km-hint km-panel" data-tool={tool.name}>
      <span>{text}</span>
      {points > 0 ? <b>{formatText(draw.points, { count: points })}</b> : null}
      {tool.name === 'drawing' ? (
        <>
          <button
            type="button"
            className="km-button"
            data-kind="quiet"
            disabled={points === 0}
            onClick={() => session.dispatch({ type: 'take_back_point' })}
          >
            {draw.back}
          </button>
          <button
            type="button"
            className="km-button"
            data-kind="primary"
            disabled={points < 3}
            onClick={() => session.dispatch({ type: 'finish_drawing', ...editor.newShape('polygon') })}
          >
            {draw.finish}
          </button>
        </>
      ) : null}
      <button
        type="button"
        className="km-button"
        onClick={() => session.dispatch({ type: tool.name === 'editing' ? 'stop_editing' : 'cancel' })}
      >
        {tool.name === 'editing' ? draw.done : draw.cancel}
      </button>
    </div>
  );
}

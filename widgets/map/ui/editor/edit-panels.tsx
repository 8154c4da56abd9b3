import { lazy, Suspense } from 'react';
import type { EditorPartProps } from './use-editor.ts';
import { CheckPanel } from './check-panel.tsx';
import { SimplifyPanel } from './simplify-panel.tsx';
import { ToolHint } from './tool-hint.tsx';

// Already loaded when shown, see `useImport`.
const ReportPanel = lazy(() => import('./report-panel.tsx').then((part) => ({ default: part.ReportPanel })));
const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then((part) => ({ default: part.ImportDialog })),
);

/** The editor's panels over the map: the hint of the active tool, the import dialog and its report. */
export function EditPanels({ context, state, editor }: EditorPartProps) {
  const { texts } = context;
  return (
    <>
      {editor.simplified === null ? (
        <ToolHint context={context} state={state} editor={editor} />
      ) : (
        <SimplifyPanel
          key={editor.simplified}
          context={context}
          state={state}
          id={editor.simplified}
          onClose={editor.closeSimplify}
        />
      )}
      {editor.isChecking ? <CheckPanel context={context} state={state} editor={editor} /> : null}
      {editor.report ? <ReportPanel report={editor.report} imports={editor} texts={texts} /> : null}
      {editor.importing ? (
        <Suspense fallback={null}>
          <ImportDialog imports={editor} texts={texts} />
        </Suspense>
      ) : null}
    </>
  );
}

import { lazy, Suspense } from 'react';
import { Skeleton } from '#kernel/plugin-api/client.ts';
import type { LetterEditorProps } from './letter-editor.tsx';

const Editor = lazy(() => import('./letter-editor.tsx').then((module) => ({ default: module.LetterEditor })));

/** The editor, loaded on demand. */
export function LazyEditor(props: LetterEditorProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" height="480px" />}>
      <Editor {...props} />
    </Suspense>
  );
}

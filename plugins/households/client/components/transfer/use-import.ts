import { useEffect, useRef, useState } from 'react';
import { announce, newIdempotencyKey, send, toast, toastError, useText } from '#kernel/plugin-api/client.ts';
import { importLimits, type ImportPreview, type ImportReport } from '../../../contract.ts';

/** How far an import is. */
export type ImportState =
  | { readonly step: 'choose' }
  | { readonly step: 'checking'; readonly file: File; readonly progress: number }
  | { readonly step: 'preview'; readonly file: File; readonly preview: ImportPreview }
  | {
      readonly step: 'writing';
      readonly file: File;
      readonly preview: ImportPreview;
      readonly progress: number;
    }
  | { readonly step: 'done'; readonly file: File; readonly report: ImportReport };

/** Takes a spreadsheet from the choice of the file to the report. A retry after a lost answer writes nothing twice. */
export function useImport() {
  const t = useText('households');
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const running = useRef<AbortController | null>(null);
  const key = useRef(newIdempotencyKey());
  useEffect(() => () => running.current?.abort(), []);

  function begin(): AbortSignal {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }

  async function choose(file: File): Promise<void> {
    if (file.size > importLimits.bytes) {
      toast.error(t('import.tooLarge', { size: importLimits.bytes / 1024 / 1024 }));
      return;
    }
    const signal = begin();
    key.current = newIdempotencyKey();
    setState({ step: 'checking', file, progress: 0 });
    try {
      const preview = await send<ImportPreview>('POST', 'households/imports/preview', formOf(file), {
        signal,
        onProgress: (progress) => setState({ step: 'checking', file, progress }),
      });
      setState({ step: 'preview', file, preview });
      announce(t('import.checked', { name: file.name }));
    } catch (error) {
      toastError(error);
      if (!signal.aborted) setState({ step: 'choose' });
    }
  }

  /** Takes in the rows that are sound, and those with warnings when it is told to. */
  async function write(warnings: 'skip' | 'accept'): Promise<void> {
    if (state.step !== 'preview') return;
    const { file, preview } = state;
    setState({ step: 'writing', file, preview, progress: 0 });
    try {
      const body = formOf(file, { digest: preview.digest, warnings });
      const report = await send<ImportReport>('POST', 'households/imports', body, {
        idempotencyKey: `${key.current} ${warnings}`,
        onProgress: (progress) => setState({ step: 'writing', file, preview, progress }),
      });
      setState({ step: 'done', file, report });
      announce(t('import.finished'));
    } catch (error) {
      toastError(error);
      setState({ step: 'preview', file, preview });
    }
  }

  function restart(): void {
    running.current?.abort();
    setState({ step: 'choose' });
  }

  return { state, choose, write, cancel: restart, restart };
}

function formOf(file: File, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('files', file);
  return form;
}

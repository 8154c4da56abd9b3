import { useEffect, useRef, useState } from 'react';
import { announce } from '#kernel/client/layout/announcer.tsx';
import { toastError, toRequestError } from '#kernel/client/data/request-error.ts';
import { newIdempotencyKey, send } from '#kernel/client/data/send.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useLeaveGuard } from '#kernel/client/navigation/leave-guard.ts';
import { toast } from '#kernel/client/ui/feedback/toast-store.ts';
import type { SheetImport, SheetPreview, SheetReport, SheetRow } from './sheet-import.ts';

/** The state of an import. */
export type SheetImportState<Row, Report> =
  | { readonly step: 'choose' }
  | { readonly step: 'checking'; readonly file: File; readonly progress: number }
  | { readonly step: 'preview'; readonly file: File; readonly preview: SheetPreview<Row> }
  | {
      readonly step: 'writing';
      readonly file: File;
      readonly preview: SheetPreview<Row>;
      readonly progress: number;
    }
  | { readonly step: 'done'; readonly file: File; readonly report: Report };

/** The steps of an import, from choosing the file to the report. A retry after a lost response writes nothing twice. */
export function useSheetImport<Row extends SheetRow, Report extends SheetReport<Row>>({
  plugin,
  path,
  limits,
}: SheetImport<Row, Report>) {
  const pluginText = useText(plugin);
  const [state, setState] = useState<SheetImportState<Row, Report>>({ step: 'choose' });
  const { begin, abort } = useOneAtATime();
  const key = useRef(newIdempotencyKey());
  // Only the report, which is only shown here, says which rows were left out.
  useLeaveGuard(state.step === 'writing');

  async function choose(file: File): Promise<void> {
    if (file.size > limits.bytes) {
      toast.error(pluginText('import.tooLarge', { size: limits.bytes / 1024 / 1024 }));
      return;
    }
    const signal = begin();
    key.current = newIdempotencyKey();
    setState({ step: 'checking', file, progress: 0 });
    try {
      const onProgress = (progress: number) => setState({ step: 'checking', file, progress });
      const preview = await readPreview<Row>(path, file, { signal, onProgress });
      setState({ step: 'preview', file, preview });
      announce(pluginText('import.checked', { name: file.name }));
    } catch (error) {
      toastError(error);
      if (!signal.aborted) setState({ step: 'choose' });
    }
  }

  /**
   * Imports the valid rows, and those with warnings if `warnings` is `accept`. If the warnings have changed since the
   * preview, nothing is imported and the file is checked again.
   */
  async function write(warnings: 'skip' | 'accept'): Promise<void> {
    if (state.step !== 'preview') return;
    const { file, preview } = state;
    setState({ ...state, step: 'writing', progress: 0 });
    try {
      const form = formOf(file, { warnings, ...digestsOf(preview) });
      const idempotencyKey = `${key.current} ${warnings}`;
      const onProgress = (progress: number) => setState({ ...state, step: 'writing', progress });
      const report = await send<Report>('POST', `${path}/imports`, form, { idempotencyKey, onProgress });
      setState({ step: 'done', file, report });
      announce(pluginText('import.finished'));
    } catch (error) {
      toastError(error);
      // The user has not seen the current warnings.
      if (toRequestError(error).code === 'import_outdated') await choose(file);
      else setState({ step: 'preview', file, preview });
    }
  }

  function restart(): void {
    abort();
    setState({ step: 'choose' });
  }
  return { state, choose, write, cancel: restart, restart };
}

/** Runs one task at a time: a new task, or leaving the page, aborts the previous one. */
function useOneAtATime() {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    begin(): AbortSignal {
      running.current?.abort();
      running.current = new AbortController();
      return running.current.signal;
    },
    abort: () => running.current?.abort(),
  };
}

function readPreview<Row>(
  path: string,
  file: File,
  options: { readonly signal: AbortSignal; onProgress(progress: number): void },
): Promise<SheetPreview<Row>> {
  return send<SheetPreview<Row>>('POST', `${path}/imports/preview`, formOf(file), options);
}

/** The digests by which the server recognizes the file and the warnings of the preview. */
function digestsOf({
  digest,
  warnings_digest,
}: Pick<SheetPreview<unknown>, 'digest' | 'warnings_digest'>): Readonly<Record<string, string>> {
  return { digest, ...(warnings_digest === undefined ? {} : { warnings_digest }) };
}

function formOf(file: File, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('files', file);
  return form;
}

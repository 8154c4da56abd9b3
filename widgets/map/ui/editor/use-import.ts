import { useRef, useState } from 'react';
import {
  mergeReports,
  onlySwapped,
  previewImport,
  sharesNumbers,
  type AttributeChoice,
  type ExistingMode,
  type ParseResult,
  type Report,
} from '../../model/index.ts';
import { isLong } from '../../io/files.ts';
import type { MapContext } from '../../tools/map-context.ts';
import type { Importing, ImportPrompt } from './importing.ts';
import { useReading } from './use-reading.ts';
import { textOf } from '../../model/text/texts.ts';

/** The import being read, or already read; it may be read again with other attributes. */
interface Draft {
  readonly source: string | Blob;
  readonly choice: AttributeChoice;
  readonly reading: ParseResult;
}

interface Imported extends Draft {
  readonly existing: ExistingMode;
  readonly report: Report;
  /** The step that undoes the import. */
  readonly step: unknown;
}

/** Imports texts and files into a map. Keeps the last one while its report is shown, to import its swapped shapes. */
// Over 60 lines: the state of one dialog and its report, whose parts all read and set the same three values.
export function useImport(context: MapContext): Importing {
  const { session, camera, texts, show, notify } = context;
  const { busy, progress, readFrom, cancel } = useReading(context);
  const [importing, setImporting] = useState(false);
  const [text, setText] = useState('');
  const [prompt, setPrompt] = useState<(Draft & ImportPrompt) | null>(null);
  const [last, setLast] = useState<Imported | null>(null);
  const isOpening = useRef(false);

  /** Returns the text of the error, null on success. */
  function take(from: Draft, existing: ExistingMode, before: Report | null): string | null {
    const { report, rejection } = session.dispatch({ type: 'import', reading: from.reading, existing });
    const failure = report?.failure ?? rejection?.reason ?? null;
    const step = report && report.accepted + report.changed > 0 ? session.state.history.done.at(-1) : null;
    setLast(report && { ...from, existing, step, report: before ? mergeReports(before, report) : report });
    if (failure === null) {
      show(null);
      if (from.source === text) setText('');
    }
    return failure === null ? null : textOf(texts.reason, failure);
  }

  function closeImport(): void {
    cancel();
    setPrompt(null);
    isOpening.current = false;
    setImporting(false);
  }

  /** The dialog loads when it is first opened; offline that fails. */
  function openImport(): void {
    isOpening.current = true;
    void import('./import-dialog.tsx').then(
      // It may have been closed during the await.
      () => setImporting(isOpening.current),
      () => notify(texts.reason.other),
    );
  }

  function ask(draft: Draft, preview = previewImport(session.state, draft.reading)): void {
    setPrompt({ ...draft, preview });
    openImport();
  }

  /** Reads with the chosen attributes, and asks for confirmation. */
  async function propose(source: string | Blob, choice: AttributeChoice): Promise<string | null> {
    const reading = await readFrom(source, { near: camera.center, attributes: choice });
    if (reading === null || typeof reading === 'string') return reading;
    ask({ source, choice, reading });
    return null;
  }

  async function importSource(source: string | Blob): Promise<string | null> {
    const reading = await readFrom(source, { near: camera.center });
    if (reading === null || typeof reading === 'string') return reading;
    const likely = reading.failure === null ? reading.attributes?.likely : null;
    if (likely) return propose(source, { uz: likely, ru: likely });
    const draft: Draft = { source, choice: {}, reading };
    const { state } = session;
    const preview = sharesNumbers(state.shapes, reading) ? previewImport(state, reading) : null;
    if (preview?.needsChoice) {
      ask(draft, preview);
      return null;
    }
    const reason = take(draft, 'add', null);
    if (reason === null) closeImport();
    return reason;
  }

  const isLast = last?.step && session.state.history.done.at(-1) === last.step;
  return {
    importing,
    openImport,
    text,
    setText,
    closeImport,
    reading: busy,
    progress,
    importSource,
    async importDropped([file, ...more]) {
      if (!file) return;
      // Each file may need an answer of its own.
      if (more.length > 0) return notify(texts.import.one_file);
      // Only a dialog shows the progress and can be closed.
      if (isLong(file)) openImport();
      const reason = await importSource(file);
      if (reason === null) return;
      closeImport();
      notify(reason);
    },
    prompt,
    async chooseAttributes(changed) {
      return prompt && propose(prompt.source, { ...prompt.choice, ...changed });
    },
    confirmImport(existing) {
      const reason = prompt && take(prompt, existing, null);
      if (reason === null) closeImport();
      return reason;
    },
    report: last?.report ?? null,
    revisable: isLast && session.state.tool.name !== 'drawing' ? last.reading.attributes : null,
    reviseAttributes() {
      if (!last) return;
      session.dispatch({ type: 'undo' });
      setLast(null);
      ask(last);
    },
    async takeSwapped(axes) {
      if (!last) return;
      const { source, choice, existing, report } = last;
      const whole = await readFrom(source, { attributes: choice, ...(axes ? { axes } : {}) });
      if (whole === null) return;
      const reason =
        typeof whole === 'string'
          ? whole
          : take({ source, choice, reading: onlySwapped(whole, report) }, existing, report);
      if (reason !== null) notify(reason);
    },
    closeReport: () => setLast(null),
  };
}

import { useState } from 'react';
import { mergeReports, onlySwapped, type Outcome, type Report } from '../../model/index.ts';
import { read } from '../../io/files.ts';
import type { MapContext } from '../../tools/map-context.ts';
import type { ImportOptions } from '../api/map-props.ts';
import { textOf } from '../../model/text/texts.ts';

/** The import of a text and its report. */
export interface Importing {
  readonly importing: boolean;
  readonly setImporting: (open: boolean) => void;
  /** Resolves to null on success, else to the text of the error. */
  readonly importText: (text: string) => Promise<string | null>;
  readonly report: Report | null;
  /** Imports the shapes that were left out as swapped, read as the user says. */
  readonly takeSwapped: (axes: ImportOptions['axes']) => Promise<void>;
  readonly closeReport: () => void;
}

/** Imports texts into a map. Keeps the last one as long as its report is shown, to import its swapped shapes. */
export function useImport(context: MapContext): Importing {
  const { session, camera, texts, language, show, notify } = context;
  const [importing, setImporting] = useState(false);
  const [last, setLast] = useState<{ readonly text: string; readonly report: Report } | null>(null);

  /** Returns the text of the error, null on success. */
  function settle({ report, refusal }: Outcome, text: string, before: Report | null): string | null {
    setLast(report && { text, report: before ? mergeReports(before, report) : report });
    const failure = report?.failure ?? refusal?.reason ?? null;
    if (failure === null) show(null);
    return failure === null ? null : textOf(texts.reason, failure);
  }

  return {
    importing,
    setImporting,
    async importText(text) {
      // Offline the code that reads cannot be loaded.
      const reading = await read(text, { near: camera.center, language }).catch(() => null);
      if (!reading) return texts.reason.other;
      const why = settle(session.dispatch({ type: 'import', reading }), text, null);
      if (why === null) setImporting(false);
      return why;
    },
    report: last?.report ?? null,
    async takeSwapped(axes) {
      if (!last) return;
      const { text, report } = last;
      const whole = await read(text, { language, ...(axes ? { axes } : {}) }).catch(() => null);
      const why = whole
        ? settle(session.dispatch({ type: 'import', reading: onlySwapped(whole, report) }), text, report)
        : texts.reason.other;
      if (why !== null) notify(why);
    },
    closeReport: () => setLast(null),
  };
}

import { useState } from 'react';
import { mergeReports, onlySwapped, type Outcome, type Report } from '../../model/index.ts';
import { read } from '../../io/files.ts';
import type { MapContext } from '../../tools/map-context.ts';
import type { ImportOptions } from '../api/map-props.ts';
import { textOf } from '../../model/text/texts.ts';

/** An import into one map, and what it brought. */
export interface Importing {
  readonly importing: boolean;
  readonly setImporting: (open: boolean) => void;
  /** Answers null when it is well, or the text that says why not. */
  readonly importText: (text: string) => Promise<string | null>;
  readonly report: Report | null;
  /** Takes what was left out for looking swapped, once somebody has said how it is to be read. */
  readonly takeSwapped: (axes: ImportOptions['axes']) => Promise<void>;
  readonly closeReport: () => void;
}

/** Reads texts into a map. The last one is kept as long as its report is shown: some of it may be wanted after all. */
export function useImport(context: MapContext): Importing {
  const { session, camera, texts, language, show, notify } = context;
  const [importing, setImporting] = useState(false);
  const [last, setLast] = useState<{ readonly text: string; readonly report: Report } | null>(null);

  /** Answers why nothing came of it, null when it is well. */
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
      // Without a line the code that reads does not come.
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

import { useEffect, useRef, useState } from 'react';
import type { ParseResult } from '../../model/index.ts';
import type { ReadOptions } from '../../model/exchange/collector.ts';
import { isLong, read } from '../../io/files.ts';
import type { MapContext } from '../../tools/map-context.ts';

interface Reading {
  /** Whether something is read now. */
  readonly busy: boolean;
  /** How much of a long file has been read, from 0 to 1. */
  readonly progress: number | null;
  /** Resolves to the error text, or null if reading was cancelled; a newer reading cancels the previous one. */
  readonly readFrom: (source: string | Blob, options: ReadOptions) => Promise<ParseResult | string | null>;
  readonly cancel: () => void;
}

/** Reads the shapes of texts and files, one at a time. */
export function useReading({ session, texts, language }: MapContext): Reading {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function readFrom(source: string | Blob, options: ReadOptions): Promise<ParseResult | string | null> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setBusy(true);
    setProgress(isLong(source) ? 0 : null);
    const onProgress = (done: number) => isLong(source) && !signal.aborted && setProgress(done);
    // Offline, the code for reading cannot be loaded.
    const result = await Promise.all([
      read(source, { language, multipart: session.state.options.multipart, onProgress, ...options }, signal),
      import('./report-panel.tsx'),
    ]).then(
      ([reading]) => reading,
      () => texts.reason.other,
    );
    if (signal.aborted) return null;
    setBusy(false);
    setProgress(null);
    return result;
  }

  function cancel(): void {
    running.current?.abort();
    setBusy(false);
    setProgress(null);
  }

  return { busy, progress, readFrom, cancel };
}

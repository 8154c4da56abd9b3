import { useEffect, useRef, useState } from 'react';
import {
  announce,
  download,
  type DownloadProgress,
  toast,
  toastError,
  useText,
} from '#kernel/plugin-api/client.ts';

/** Fetches one file at a time; leaving the page breaks it off. */
export function useDownload() {
  const t = useText('letters');
  const [progress, setProgress] = useState<DownloadProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(path: string): Promise<void> {
    if (running.current) return;
    const mine = new AbortController();
    running.current = mine;
    setProgress({ bytes: 0, lines: 0, total: null });
    announce(t('export.started'));
    try {
      await download(path, { onProgress: setProgress, signal: mine.signal });
      toast.success(t('export.done'));
    } catch (error) {
      if (!mine.signal.aborted) toastError(error);
    } finally {
      running.current = null;
      setProgress(null);
    }
  }

  return { progress, start, cancel: () => running.current?.abort() };
}

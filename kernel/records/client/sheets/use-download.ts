import { useEffect, useRef, useState } from 'react';
import { announce } from '#kernel/client/layout/announcer.tsx';
import { download, type DownloadProgress } from '#kernel/client/data/download.ts';
import { toastError } from '#kernel/client/data/request-error.ts';
import { toast } from '#kernel/client/ui/feedback/toast-store.ts';

/** The messages of a download. */
export interface DownloadTexts {
  readonly started: string;
  readonly done: string;
}

/** Downloads one file at a time; leaving the page cancels it. */
export function useDownload({ started, done }: DownloadTexts) {
  const [progress, setProgress] = useState<DownloadProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(path: string): Promise<void> {
    if (running.current) return;
    const mine = new AbortController();
    running.current = mine;
    setProgress({ bytes: 0, lines: 0, total: null });
    announce(started);
    try {
      await download(path, { onProgress: setProgress, signal: mine.signal });
      toast.success(done);
    } catch (error) {
      toastError(error);
    } finally {
      running.current = null;
      setProgress(null);
    }
  }

  return { progress, start, cancel: () => running.current?.abort() };
}

import { useEffect, useMemo, useState } from 'react';
import { useRead } from '#kernel/client/index.ts';
import type { Action, ApplicationDetail } from '../../../contract.ts';
import { mergeActions } from '../../model/timeline.ts';
import { applicationDocument } from '../../queries.ts';

/** Addresses of files live five minutes; read anew before that, a press on one always works. */
const REFRESH = 4 * 60 * 1000;

/** Reads an application, and keeps it fresh while somebody looks. */
export function useApplication(id: string) {
  const valid = /^[1-9]\d*$/.test(id);
  const read = useRead(applicationDocument, { variables: { id }, skip: !valid });
  const [sent, setSent] = useState<readonly Action[]>([]);
  const { refetch } = read;

  useEffect(() => {
    if (!valid) return undefined;
    let last = Date.now();
    const refresh = (): void => {
      if (document.hidden || Date.now() - last < REFRESH) return;
      last = Date.now();
      void refetch();
    };
    const timer = setInterval(refresh, 15_000);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [valid, refetch]);

  const found = read.data?.application;
  const application = useMemo<ApplicationDetail | undefined>(
    () => found && { ...found, actions: mergeActions(found.actions ?? [], sent) },
    [found, sent],
  );

  return {
    application,
    error: read.error,
    loading: read.loading,
    missing: !valid || read.error?.status === 404,
    refetch,
    /** Shows what the server has just answered, until it is read back. */
    addSent(action: Action): void {
      setSent((before) => [...before, action]);
      void refetch();
    },
  };
}

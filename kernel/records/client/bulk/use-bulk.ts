import { useEffect, useRef, useState } from 'react';
import type { TypedDocumentNode } from '@apollo/client';
import { announce } from '#kernel/client/layout/announcer.tsx';
import { useLeaveGuard } from '#kernel/client/navigation/leave-guard.ts';
import { confirm, type ConfirmRequest } from '#kernel/client/ui/overlays/confirm-store.ts';
import { toast } from '#kernel/client/ui/feedback/toast-store.ts';
import { refetchDocuments } from '../data/live.ts';
import { runBulk, type BulkOutcome } from './run-bulk.ts';
import type { Selection } from './use-selection.ts';

/** An action for several records at once. */
export interface BulkAction<Item> {
  readonly key: string;
  readonly label: (total: string) => string;
  readonly danger?: boolean | undefined;
  /** Whether the action applies to a record; without it, it applies to all. */
  readonly fits?: ((item: Item) => boolean) | undefined;
  /** The title of the confirmation, with the number of records: formatted, and as the number for the plural form. */
  readonly title: (total: string, count: number) => string;
  readonly text?: string | undefined;
  /** Replaces the usual confirmation, for example to ask for a reason; resolves to whether to continue. */
  readonly confirm?: ((request: ConfirmRequest) => Promise<boolean>) | undefined;
  /** The text while the action is running. */
  readonly working: string;
  readonly done: (total: string, count: number) => string;
  readonly act: (item: Item) => Promise<unknown>;
  /** The queries of the lists that show the record. */
  readonly documents: readonly TypedDocumentNode<unknown, never>[];
}

/** The state of a bulk action. */
export type BulkState<Item> = { readonly action: BulkAction<Item> } & (
  | { readonly step: 'working'; readonly at: number; readonly total: number; readonly stopping: boolean }
  | { readonly step: 'report'; readonly outcome: BulkOutcome<Item> }
);

/** Asks for one confirmation, runs the action on one record after the other, and reports failures. */
export function useBulk<Item>(selection: Selection<Item>, format: (total: number) => string) {
  const [state, setState] = useState<BulkState<Item> | null>(null);
  const stopped = useRef(false);
  useEffect(() => () => void (stopped.current = true), []);
  useLeaveGuard(state?.step === 'working');

  async function start(action: BulkAction<Item>, items: readonly Item[]): Promise<void> {
    const { confirm: ask = confirm, danger, text } = action;
    const total = items.length;
    if (!(await ask({ title: action.title(format(total), total), text, danger }))) return;
    stopped.current = false;
    setState({ action, step: 'working', at: 0, total, stopping: false });
    const outcome = await runBulk(items, action.act, {
      onStep: (at) => setState({ action, step: 'working', at, total, stopping: stopped.current }),
      isStopped: () => stopped.current,
    });
    selection.drop(outcome.done);
    void refetchDocuments(...action.documents);
    const whole = outcome.done.length === total;
    const summary = action.done(format(outcome.done.length), outcome.done.length);
    if (whole) toast.success(summary);
    else announce(summary);
    setState(whole ? null : { action, step: 'report', outcome });
  }

  function stop(): void {
    stopped.current = true;
    setState((now) => (now?.step === 'working' ? { ...now, stopping: true } : now));
  }

  return { state, start, stop, close: () => setState(null) };
}

import { useEffect, useRef, useState } from 'react';
import type { TypedDocumentNode } from '@apollo/client';
import { announce } from '#kernel/client/layout/announcer.tsx';
import { useLeaveGuard } from '#kernel/client/navigation/navigation.ts';
import { confirm, type ConfirmRequest } from '#kernel/client/ui/overlays/confirm-store.ts';
import { toast } from '#kernel/client/ui/feedback/toast-store.ts';
import { refetchDocuments } from '../data/live.ts';
import { runBulk, type BulkOutcome } from './run-bulk.ts';
import type { Selection } from './use-selection.ts';

/** Something that can be done with many records at once. */
export interface BulkAction<Item> {
  readonly key: string;
  readonly label: (total: string) => string;
  readonly danger?: boolean | undefined;
  /** With which of them it can be done; with all where it is missing. */
  readonly fits?: ((item: Item) => boolean) | undefined;
  /** The question, with how many: as it is written, and the number that the words go by. */
  readonly title: (total: string, count: number) => string;
  readonly text?: string | undefined;
  /** Asks in the place of the usual question, such as for a reason; resolves to whether to continue. */
  readonly ask?: ((question: ConfirmRequest) => Promise<boolean>) | undefined;
  /** The text while it is in progress. */
  readonly working: string;
  readonly done: (total: string, count: number) => string;
  readonly act: (item: Item) => Promise<unknown>;
  /** The lists that show it. */
  readonly documents: readonly TypedDocumentNode<unknown, never>[];
}

/** How far it is with many records. */
export type BulkState<Item> = { readonly action: BulkAction<Item> } & (
  | { readonly step: 'working'; readonly at: number; readonly total: number; readonly stopping: boolean }
  | { readonly step: 'report'; readonly outcome: BulkOutcome<Item> }
);

/** Asks once, then does it with one record after the other, and reports what did not work. */
export function useBulk<Item>(selection: Selection<Item>, format: (total: number) => string) {
  const [state, setState] = useState<BulkState<Item> | null>(null);
  const stopped = useRef(false);
  useEffect(() => () => void (stopped.current = true), []);
  useLeaveGuard(state?.step === 'working');

  async function start(action: BulkAction<Item>, items: readonly Item[]): Promise<void> {
    const { ask = confirm, danger, text } = action;
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
    const said = action.done(format(outcome.done.length), outcome.done.length);
    if (whole) toast.success(said);
    else announce(said);
    setState(whole ? null : { action, step: 'report', outcome });
  }

  function stop(): void {
    stopped.current = true;
    setState((now) => (now?.step === 'working' ? { ...now, stopping: true } : now));
  }

  return { state, start, stop, close: () => setState(null) };
}

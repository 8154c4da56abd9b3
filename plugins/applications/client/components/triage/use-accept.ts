import { type RefObject, useState } from 'react';
import {
  newIdempotencyKey,
  refetchQueries,
  send,
  toast,
  toastError,
  updateCachedQueries,
  useText,
} from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import type { Application, Status } from '../../../contract.ts';
import { takeVersion } from '../../model/list-updates.ts';
import { applicationsDocument } from '../../queries.ts';

/**
 * Accepts a new application from its row. The list shows it at once, and takes it back if it is refused. The button goes, so the
 * focus that it had moves to the next row.
 */
export function useAccept(
  id: number,
  row: RefObject<HTMLLIElement | null>,
  onDone: (() => void) | undefined,
): { readonly accept: () => void; readonly accepting: boolean } {
  const t = useText('applications');
  const [accepting, setAccepting] = useState(false);

  async function run(): Promise<void> {
    const beside = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    const hadFocus = row.current?.contains(document.activeElement) ?? false;
    setAccepting(true);
    showStatus(id, 'created', 'accepted');
    try {
      await send(
        'POST',
        `applications/${id}/actions/statuses`,
        { status: 'accepted' },
        { idempotencyKey: newIdempotencyKey() },
      );
      toast.success(t('triage.accepted', { number: padId(id) }));
      if (hadFocus) beside?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
    } catch (error) {
      showStatus(id, 'accepted', 'created');
      // Somebody else may have been faster.
      void refetchQueries(applicationsDocument);
      toastError(error);
    } finally {
      setAccepting(false);
      onDone?.();
    }
  }

  return { accept: () => void (accepting || run()), accepting };
}

/** Shows an application in the list with another status, unless somebody else has changed it meanwhile. */
function showStatus(id: number, from: Status, to: Status): void {
  updateCachedQueries(applicationsDocument, ({ applications: page }) => {
    const old = page.items.find((item) => Number(item.id) === id);
    const isTaken = from === 'accepted' && old?.receiver;
    if (old?.status.status !== from || isTaken) return null;
    const version: Application = { ...old, status: { ...old.status, status: to } };
    const applications = takeVersion(page, version, Date.now());
    return applications && { applications };
  });
}

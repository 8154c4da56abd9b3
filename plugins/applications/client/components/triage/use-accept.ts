import { type RefObject, useState } from 'react';
import {
  newIdempotencyKey,
  refetchQueries,
  send,
  toast,
  toastError,
  updateCachedQueries,
  updateOptimistically,
  useText,
} from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { takeVersion } from '../../model/list-updates.ts';
import { applicationsDocument, type ApplicationsData } from '../../data/queries.ts';

/**
 * Accepts a new application from its row. The list shows it immediately, and reverts if it is rejected. Its
 * button disappears, so the focus moves to the next row.
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
    const takeOff = updateOptimistically(applicationsDocument, withAccepted(id));
    try {
      await send(
        'POST',
        `applications/${id}/actions/statuses`,
        { status: 'accepted' },
        { idempotencyKey: newIdempotencyKey() },
      );
      updateCachedQueries(applicationsDocument, withAccepted(id));
      takeOff();
      toast.success(t('triage.accepted', { number: padId(id) }));
      if (hadFocus) beside?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
    } catch (error) {
      takeOff();
      // Another user may have been faster.
      void refetchQueries(applicationsDocument);
      toastError(error);
    } finally {
      setAccepting(false);
      onDone?.();
    }
  }

  return { accept: () => void (accepting || run()), accepting };
}

/** Marks the application on a page of the list as accepted, unless someone has changed it since. */
function withAccepted(id: number) {
  return ({ applications: page }: ApplicationsData): ApplicationsData | null => {
    const old = page.items.find((item) => Number(item.id) === id);
    if (old?.status.status !== 'created') return null;
    const applications = takeVersion(
      page,
      { ...old, status: { ...old.status, status: 'accepted' } },
      Date.now(),
    );
    return applications && { applications };
  };
}

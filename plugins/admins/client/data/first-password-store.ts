import { useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { useAdmin } from '#kernel/plugin-api/client.ts';

/** A first password, and the admin whom it belongs to. */
export interface FirstPassword {
  readonly name: string;
  readonly login: string;
  readonly password: string;
}

interface UnreadPassword extends FirstPassword {
  /** The id of the admin who requested it: another one may sign in before it is read. */
  readonly requestedBy: number;
}

/** The first passwords that nobody has read yet; the server does not send them again. */
const store = proxy<{ unread: UnreadPassword[]; isListOpen: boolean }>({ unread: [], isListOpen: false });

/** Stores a new first password until it is read; returns whether a page shows it now. */
export function addFirstPassword(requestedBy: number, given: FirstPassword): boolean {
  store.unread.push({ ...given, requestedBy });
  addEventListener('beforeunload', confirmUnload);
  return store.isListOpen;
}

/** The oldest first password that the user has not read, for the page that shows it, and a function for when it is read. */
export function useFirstPassword(): { readonly given: FirstPassword | null; readonly close: () => void } {
  const { id } = useAdmin();
  const { unread } = useSnapshot(store);
  useEffect(() => {
    store.isListOpen = true;
    return () => void (store.isListOpen = false);
  }, []);
  const isOwn = ({ requestedBy }: UnreadPassword) => requestedBy === id;
  return {
    given: unread.find(isOwn) ?? null,
    close() {
      store.unread.splice(store.unread.findIndex(isOwn), 1);
      if (store.unread.length === 0) removeEventListener('beforeunload', confirmUnload);
    },
  };
}

function confirmUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

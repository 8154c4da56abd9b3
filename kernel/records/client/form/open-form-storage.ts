import { session } from '#kernel/client/session/session-store.ts';
import { readStored } from '#kernel/client/storage/local-storage.ts';

/** A record by its id, or a new one. */
type Which = number | 'new';

const ownId = () => session.admin?.id ?? 0;
const keyOf = (list: string) => `open:${ownId()}:${list}`;

/** Stores which form of a list is open in this tab; null after it was closed. */
export function storeOpenForm(list: string, which: Which | null): void {
  try {
    if (which === null) sessionStorage.removeItem(keyOf(list));
    else sessionStorage.setItem(keyOf(list), String(which));
  } catch {
    // Without storage, users reopen the form themselves; its draft is restored all the same.
  }
}

/** Returns the form that was open in this tab at a reload or the end of the session, if the user had typed something. */
export function readOpenForm(list: string): Which | null {
  const openForm = readStoredForm(list);
  return openForm !== null && readStored(`draft:${ownId()}:${list}.${openForm}`) !== null ? openForm : null;
}

function readStoredForm(list: string): Which | null {
  try {
    const openForm = sessionStorage.getItem(keyOf(list));
    return openForm === null || openForm === 'new' ? openForm : Number(openForm);
  } catch {
    return null;
  }
}

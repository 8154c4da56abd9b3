import { subscribe } from 'valtio';
import { readSealed, session, writeSealed } from '#kernel/plugin-api/client.ts';

const prefix = 'chat:';

/** Reads the stored conversation of an admin. */
export function readConversation(adminId: number): string | null {
  return readSealed(prefix + adminId);
}

/** Stores the conversation of an admin; without storage it lasts until the page is closed. */
export function writeConversation(adminId: number, text: string): void {
  writeSealed(prefix + adminId, text);
}

let endCurrent: () => void = () => undefined;

/** Registers the callback that ends the open conversation when its admin's session ends. */
export function onSessionEnd(end: () => void): void {
  endCurrent = end;
}

/**
 * Deletes the conversation of an admin who signs out, and those of other admins on this computer. An expired
 * session keeps its conversation and drafts. Returns a function that stops this and ends the open
 * conversation.
 */
export function clearConversations(): () => void {
  let adminId = session.admin?.id ?? null;
  if (adminId !== null) deleteOthers(adminId);
  const stop = subscribe(session, () => {
    if (session.state === 'out' && session.end === 'left' && adminId !== null) {
      const key = prefix + adminId;
      endCurrent();
      attempt(() => localStorage.removeItem(key));
    }
    adminId = session.admin?.id ?? null;
  });
  return () => {
    stop();
    endCurrent();
  };
}

function deleteOthers(adminId: number): void {
  const others = attempt(() => Object.keys(localStorage)) ?? [];
  for (const key of others) {
    if (/^chat:\d+$/.test(key) && key !== prefix + adminId) attempt(() => localStorage.removeItem(key));
  }
}

/** Browsers may block storage, or its quota may be used up. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

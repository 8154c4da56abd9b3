import { subscribe } from 'valtio';
import { readSealed, session, writeSealed } from '#kernel/plugin-api/client.ts';

const prefix = 'chat:';

/** Reads the stored conversation of an admin. */
export function readConversation(adminId: number): string | null {
  return readSealed(prefix + adminId);
}

/** Stores the conversation of an admin; without storage it lasts as long as the page. */
export function writeConversation(adminId: number, text: string): void {
  writeSealed(prefix + adminId, text);
}

let endCurrent: () => void = () => undefined;

/** Registers how the open conversation ends when the session of its admin is over. */
export function onSessionEnd(end: () => void): void {
  endCurrent = end;
}

/**
 * Deletes the conversation of an admin who signs out, and those that other admins left on this computer. An expired session
 * leaves its conversation, as it leaves drafts. Returns a function that stops this and ends the open conversation.
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

/** A browser may forbid storage, or have none left. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

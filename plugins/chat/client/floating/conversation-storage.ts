import { subscribe } from 'valtio';
import { readSealed, session, storedKeys, writeSealed, writeStored } from '#kernel/plugin-api/client.ts';

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
      writeStored(key, null);
    }
    adminId = session.admin?.id ?? null;
  });
  return () => {
    stop();
    endCurrent();
  };
}

function deleteOthers(adminId: number): void {
  for (const key of storedKeys())
    if (/^chat:\d+$/.test(key) && key !== prefix + adminId) writeStored(key, null);
}

import { subscribe } from 'valtio';
import { session } from '#kernel/client/index.ts';

const prefix = 'chat:';

/** Where an admin's conversation is kept. */
export function readConversation(adminId: number): string | null {
  return attempt(() => localStorage.getItem(prefix + adminId)) ?? null;
}

/** Keeps it; where the browser cannot, it lasts as long as the page. */
export function writeConversation(adminId: number, text: string): void {
  attempt(() => localStorage.setItem(prefix + adminId, text));
}

let endCurrent: () => void = () => undefined;

/** Says how the conversation at work is ended, when its admin's session is over. */
export function onSessionOver(end: () => void): void {
  endCurrent = end;
}

/**
 * Takes conversations away: that of an admin who signs out, and what another has left on this computer. A session that has
 * merely run out leaves it, as it leaves drafts. Returns how to stop, which ends the conversation at work.
 */
export function clearConversations(): () => void {
  let adminId = session.admin?.id ?? null;
  if (adminId !== null) forgetOthers(adminId);
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

function forgetOthers(adminId: number): void {
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

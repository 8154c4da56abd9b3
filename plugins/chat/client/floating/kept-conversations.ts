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

/**
 * Takes conversations away: that of an admin who signs out, and what another has left on this computer. A session that has
 * merely run out leaves it, as it leaves drafts. Returns how to stop.
 */
export function clearConversations(onClear: () => void): () => void {
  let adminId = session.admin?.id ?? null;
  if (adminId !== null) forgetOthers(adminId);
  return subscribe(session, () => {
    if (session.state === 'out' && session.end === 'left' && adminId !== null) {
      const key = prefix + adminId;
      onClear();
      attempt(() => localStorage.removeItem(key));
    }
    adminId = session.admin?.id ?? null;
  });
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

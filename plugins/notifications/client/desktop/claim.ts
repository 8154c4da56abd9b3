import { update } from 'idb-keyval';

/** The maximum number of ids remembered as announced; older ones do not arrive again. */
const maxRemembered = 300;

/**
 * Claims notifications for this window and one kind of announcement, and returns those that no other window
 * of this browser has claimed before. The fastest window shows them; a suspended one leaves them to the
 * others. A browser without storage shows them in each window, rather than in none.
 */
export async function claim(
  adminId: number,
  how: 'message' | 'sound',
  ids: readonly number[],
): Promise<readonly number[]> {
  let free = ids;
  try {
    // In one transaction: localStorage is synchronized late between windows, even under locks.
    await update(`notices-${how}-${adminId}`, (announced) => {
      const taken = take(announced, ids);
      free = taken.free;
      return taken.announced;
    });
  } catch {
    // Private windows of some browsers have no IndexedDB.
  }
  return free;
}

/** Returns those that were not announced, and all that count as announced from now on; unreadable data count as nothing. */
export function take(
  stored: unknown,
  ids: readonly number[],
): { readonly free: readonly number[]; readonly announced: readonly number[] } {
  const announced: number[] = Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
  const free = ids.filter((id) => !announced.includes(id));
  return { free, announced: [...announced, ...free].slice(-maxRemembered) };
}

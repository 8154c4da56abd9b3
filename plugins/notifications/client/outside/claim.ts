import { readStored, writeStored } from '#kernel/client/index.ts';

/** So many ids are remembered as told; what is older does not come again. */
const mostRemembered = 300;

/**
 * Takes upon this window to tell of these in one way, and answers those that no other window of the same admin in this browser has
 * taken before. Whichever window is quicker tells; one that sleeps leaves it to the others.
 */
export async function claim(
  adminId: number,
  how: 'message' | 'sound',
  ids: readonly number[],
): Promise<number[]> {
  const key = `notices-${how}-${adminId}`;
  return alone(key, () => {
    const told = parse(readStored(key));
    const free = ids.filter((id) => !told.includes(id));
    if (free.length > 0) writeStored(key, JSON.stringify([...told, ...free].slice(-mostRemembered)));
    return free;
  });
}

/** One window at a time; over plain HTTP there are no locks, and no messages that could be shown twice. */
async function alone<Result>(name: string, work: () => Result): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? await locks.request(name, async () => work()) : work();
}

function parse(text: string | null): number[] {
  try {
    const read = JSON.parse(text ?? '[]') as unknown;
    return Array.isArray(read) ? read.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

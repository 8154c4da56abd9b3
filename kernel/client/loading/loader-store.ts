import { proxy, useSnapshot } from 'valtio';

/** What may be loading: the whole page, the content, the content under a veil, a table under a veil. */
export const loaderKeys = ['main', 'dash', 'dash order overlay', 'table overlay'] as const;
export type LoaderKey = (typeof loaderKeys)[number];

/** How many things each loader waits for. */
export const loaderStore = proxy<Record<LoaderKey, number>>({
  main: 0,
  dash: 0,
  'dash order overlay': 0,
  'table overlay': 0,
});

/** Says that something is loading; call what it returns when it is there. */
export function startLoading(key: LoaderKey): () => void {
  let over = false;
  loaderStore[key] += 1;
  return () => {
    if (!over) loaderStore[key] -= 1;
    over = true;
  };
}

/** Runs a loader while something is under way. */
export async function whileLoading<Result>(key: LoaderKey, work: () => Promise<Result>): Promise<Result> {
  const stop = startLoading(key);
  try {
    return await work();
  } finally {
    stop();
  }
}

/** Whether a loader runs. */
export function useLoading(key: LoaderKey): boolean {
  return useSnapshot(loaderStore)[key] > 0;
}

import type { RecordChange } from '#kernel/contract/wire.ts';

type Follower = (change: RecordChange) => void;

const followers = new Map<string, Set<Follower>>();

/** Tells whoever has a record of this list open what became of one of them. */
export function emitRecordChange(list: string, change: RecordChange): void {
  for (const follow of followers.get(list) ?? []) follow(change);
}

/** Follows the changes of a list's records, whoever makes them; returns how to stop. */
export function onRecordChange(list: string, follow: Follower): () => void {
  const all = followers.get(list) ?? new Set();
  followers.set(list, all);
  all.add(follow);
  return () => void all.delete(follow);
}

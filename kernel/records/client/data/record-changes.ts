import type { RecordChange } from '#kernel/contract/http/wire.ts';

type Follower = (change: RecordChange) => void;

const followers = new Map<string, Set<Follower>>();

/** Notifies open pages of this list about a changed record. */
export function emitRecordChange(list: string, change: RecordChange): void {
  for (const follow of followers.get(list) ?? []) follow(change);
}

/** Subscribes to all changes of a list's records; returns a function that unsubscribes. */
export function onRecordChange(list: string, follow: Follower): () => void {
  const all = followers.get(list) ?? new Set();
  followers.set(list, all);
  all.add(follow);
  return () => void all.delete(follow);
}

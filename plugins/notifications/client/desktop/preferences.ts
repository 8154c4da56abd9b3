import { proxy, useSnapshot } from 'valtio';
import { readStored, session, writeStored } from '#kernel/plugin-api/client.ts';

/** How an admin is notified while the page is not visible. */
export interface Preferences {
  /** Desktop notifications. */
  readonly messages: boolean;
  readonly sound: boolean;
}

const nothing: Preferences = { messages: false, sound: false };

/**
 * Stored in the browser and not on the server: the permission is the browser's own, and whether a sound
 * disturbs depends on the room. Stored per admin, since at the counter several share one computer.
 */
const preferencesStore = proxy<{ adminId: number | null; preferences: Preferences }>({
  adminId: null,
  preferences: nothing,
});

/** Whether any announcement outside the page is wanted. */
export function isDesktopEnabled(): boolean {
  const { messages, sound } = readPreferences();
  return messages || sound;
}

/** The preferences of the session's admin. */
export function readPreferences(): Preferences {
  const adminId = session.admin?.id ?? null;
  if (preferencesStore.adminId !== adminId) {
    preferencesStore.adminId = adminId;
    preferencesStore.preferences = adminId === null ? nothing : parse(readStored(keyOf(adminId)));
  }
  return preferencesStore.preferences;
}

/** Follows the admin's preferences; for components. */
export function usePreferences(): Preferences {
  readPreferences();
  return useSnapshot(preferencesStore).preferences;
}

/** Stores a choice, for every window of this browser. */
export function setPreferences(change: Partial<Preferences>): void {
  const preferences = { ...readPreferences(), ...change };
  preferencesStore.preferences = preferences;
  if (preferencesStore.adminId !== null)
    writeStored(keyOf(preferencesStore.adminId), JSON.stringify(preferences));
}

/** Takes over choices made in another window; returns the function that stops it. */
export function followPreferences(): () => void {
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

function follow({ key }: StorageEvent): void {
  const { adminId } = preferencesStore;
  if (adminId !== null && key === keyOf(adminId)) preferencesStore.preferences = parse(readStored(key));
}

function keyOf(adminId: number): string {
  return `notices-${adminId}`;
}

function parse(text: string | null): Preferences {
  try {
    const { messages, sound } = JSON.parse(text ?? '{}') as Partial<Record<keyof Preferences, unknown>>;
    return { messages: messages === true, sound: sound === true };
  } catch {
    return nothing;
  }
}

import { del, delMany, get, keys, set } from 'idb-keyval';
import { useSyncExternalStore } from 'react';
import { session } from '../session/session-store.ts';
import { storedKeys, writeStored } from '../storage/local-storage.ts';
import {
  openFiles,
  readSealed,
  sealFiles,
  sealStoredTexts,
  type StoredFiles,
  writeSealed,
} from '../storage/sealed-storage.ts';
import { Draft, type DraftState, type FileStorage, isBlank, type TextStorage } from './draft.ts';

/** A draft and the functions that change it. */
export interface DraftHandle<Value> extends DraftState<Value> {
  setValue(next: Value | ((value: Value) => Value)): void;
  setFiles(files: readonly File[]): Promise<void>;
  /**
   * Call it after the error `repeated_differently`: the server has an earlier version under the key. Returns the new
   * key.
   */
  renewKey(): string;
  /** Deletes the draft; call it after success, or when the user discards it. */
  clear(): Promise<void>;
}

const texts: TextStorage = {
  getItem: readSealed,
  setItem(key, value) {
    if (!writeSealed(key, value)) throw new Error('the browser could not store it');
  },
  removeItem: (key) => void writeStored(key, null),
};

const files: FileStorage = {
  async get(key) {
    const stored = await get<StoredFiles>(key);
    return stored && openFiles(key, stored);
  },
  set: async (key, chosen) => set(key, await sealFiles(key, chosen)),
  del: (key) => del(key),
};

/** All drafts of the page, so that components with the same key share one draft. */
const drafts = new Map<string, Pick<Draft<unknown>, 'state' | 'clear'>>();

/**
 * Stores an unfinished form or message, with its files, across a reload, a lost session and a failed submission, separately
 * for each admin. `value` is any JSON value; `initial` is read once.
 *
 * @example
 * const draft = useDraft(`applications.message.${id}`, '');
 * await send('POST', path, form, { idempotencyKey: draft.idempotencyKey });
 * await draft.clear();
 */
export function useDraft<Value>(key: string, initial: Value): DraftHandle<Value> {
  const draft = draftOf(`${session.admin?.id ?? 0}:${key}`, initial);
  const state = useSyncExternalStore(draft.subscribe, draft.state, draft.state);
  return {
    ...state,
    setValue: (next) => draft.setValue(next),
    setFiles: (chosen) => draft.setFiles(chosen),
    renewKey: () => draft.renewKey(),
    clear: () => draft.clear(),
  };
}

function draftOf<Value>(name: string, initial: Value): Draft<Value> {
  const known = drafts.get(name) as Draft<Value> | undefined;
  if (known) return known;
  const draft = new Draft(name, initial, texts, files);
  drafts.set(name, draft);
  draft.subscribe(guardUnload);
  return draft;
}

/** Makes the browser ask before it leaves a page with drafts that would not survive. */
function guardUnload(): void {
  const isAtRisk = [...drafts.values()].some((draft) => draft.state().storage !== 'stored');
  // Only while needed: some browsers do not put pages with this listener into the back/forward cache.
  if (isAtRisk) addEventListener('beforeunload', confirmUnload);
  else removeEventListener('beforeunload', confirmUnload);
}

function confirmUnload(event: BeforeUnloadEvent): void {
  const own = `${session.admin?.id ?? 0}:`;
  const isLost = [...drafts].some(([name, draft]) => {
    const { storage } = draft.state();
    return storage === 'writing' || (storage === 'failed' && name.startsWith(own));
  });
  if (isLost) event.preventDefault();
}

/** Whether an admin has drafts with content on this computer, as text or files. */
export async function hasDrafts(adminId: number): Promise<boolean> {
  const storedDrafts = namesOf(adminId, storedKeys()).map((name) => readSealed(name));
  return storedDrafts.some((text) => !isBlank(text)) || namesOf(adminId, await shelvedNames()).length > 0;
}

/** The name of a stored text, with its admin's id. */
const ownText = /^(?:draft|note|chat):(\d+)(?::|$)/;

/**
 * Encrypts texts that an admin stored on this computer before storage keys existed: drafts, notes, the assistant's
 * chat.
 */
export function sealOlderTexts(adminId: number): void {
  sealStoredTexts(storedKeys().filter((name) => ownText.exec(name)?.[1] === String(adminId)));
}

/**
 * Whether there are drafts on this computer, of any user; false if the browser denies access, since then nothing can be
 * stored.
 */
export async function hasAnyDrafts(): Promise<boolean> {
  return [...storedKeys(), ...(await shelvedNames())].some((name) => name.startsWith('draft:'));
}

/** Deletes an admin's drafts, when they leave this computer to others. */
export async function deleteDrafts(adminId: number): Promise<void> {
  const open = [...drafts].filter(([name]) => name.startsWith(`${adminId}:`));
  for (const [name] of open) drafts.delete(name);
  await Promise.all(open.map(([, draft]) => draft.clear()));
  for (const name of namesOf(adminId, storedKeys())) writeStored(name, null);
  await delMany(namesOf(adminId, await shelvedNames())).catch(() => undefined);
}

/**
 * Deletes all drafts on this computer about some records of a plugin, such as those of an erased citizen: drafts whose
 * keys begin with the plugin and whose first number is one of the ids, such as `users.5` and
 * `applications.letter.5.new`. Rejects if the browser fails to delete a file.
 */
export async function deleteDraftsOf(plugin: string, ids: readonly number[]): Promise<void> {
  const idSet = new Set(ids.map(String));
  const isAbout = (key: string) => {
    const [first, ...rest] = key.split('.');
    return first === plugin && idSet.has(rest.find((part) => /^\d+$/.test(part)) ?? '');
  };
  const open = [...drafts].filter(([name]) => isAbout(name.slice(name.indexOf(':') + 1)));
  for (const [name] of open) drafts.delete(name);
  await Promise.all(open.map(([, draft]) => draft.clear()));
  const isOurs = (name: string) => name.startsWith('draft:') && isAbout(name.split(':').slice(2).join(':'));
  for (const name of storedKeys().filter(isOurs)) writeStored(name, null);
  const ownNames = (await shelvedNames()).filter(isOurs);
  // Without access to IndexedDB there are no files to delete.
  if (ownNames.length > 0) await delMany(ownNames);
}

function namesOf(adminId: number, names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(`draft:${adminId}:`));
}

/** The names of all files in IndexedDB; none if the browser denies access, which may throw or reject. */
async function shelvedNames(): Promise<string[]> {
  try {
    return (await keys()).map(String);
  } catch {
    return [];
  }
}

import { del, get, set } from 'idb-keyval';
import { useSyncExternalStore } from 'react';
import { session } from '../session/session-store.ts';
import { readStored, writeStored } from '../session/storage.ts';
import { Draft, type DraftState, type FileShelf, type TextShelf } from './draft.ts';

/** A draft, and how to change it. */
export interface DraftHandle<Value> extends DraftState<Value> {
  setValue(next: Value | ((value: Value) => Value)): void;
  setFiles(files: readonly File[]): Promise<void>;
  /** Call it when the server has answered, or when the person gives it up. */
  clear(): Promise<void>;
}

const texts: TextShelf = {
  getItem: readStored,
  setItem: (key, value) => void writeStored(key, value),
  removeItem: (key) => void writeStored(key, null),
};

const files: FileShelf = {
  get: (key) => get<readonly File[]>(key),
  set: (key, chosen) => set(key, chosen),
  del: (key) => del(key),
};

/** Every draft of the page, so that two places with one key write one draft. */
const drafts = new Map<string, Draft<never>>();

/**
 * Keeps a half-written form or message, with its chosen files, over a reload, a lost session and a failed send. Each admin
 * has his own. `value` is anything that JSON can hold; `initial` is read once.
 *
 * @example
 * const draft = useDraft(`applications.message.${id}`, '');
 * await send('POST', path, form, { idempotencyKey: draft.idempotencyKey });
 * await draft.clear();
 */
export function useDraft<Value>(key: string, initial: Value): DraftHandle<Value> {
  const draft = draftOf(`${session.admin?.id ?? 0}:${key}`, initial);
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  return {
    ...state,
    setValue: (next) => draft.setValue(next),
    setFiles: (chosen) => draft.setFiles(chosen),
    clear: () => draft.clear(),
  };
}

function draftOf<Value>(name: string, initial: Value): Draft<Value> {
  const known = drafts.get(name) as Draft<Value> | undefined;
  if (known) return known;
  const draft = new Draft(name, initial, texts, files);
  drafts.set(name, draft as unknown as Draft<never>);
  return draft;
}

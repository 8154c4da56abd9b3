import { createSerialQueue } from '#kernel/domain/values/serial-queue.ts';
import { newIdempotencyKey } from '../data/send.ts';

/** The storage for texts of drafts; `localStorage` in a browser. `setItem` throws if it fails. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The storage for files of drafts; IndexedDB in a browser. */
export interface FileStorage {
  get(key: string): Promise<readonly File[] | undefined>;
  set(key: string, files: readonly File[]): Promise<void>;
  del(key: string): Promise<void>;
}

/** The state of a draft. */
export interface DraftState<Value> {
  readonly value: Value;
  readonly files: readonly File[];
  /** Whether it was restored after a reload, a lost session or a failed submission. */
  readonly restored: boolean;
  /** Whether it contains input that the server does not have. */
  readonly dirty: boolean;
  /** The key of the change, unchanged across retries and reloads. */
  readonly idempotencyKey: string;
  /** Whether files could not be stored (full disk, private browsing), so that a reload would lose them. */
  readonly filesAtRisk: boolean;
  /**
   * Whether the draft would survive a reload: `stored`; `writing` while files are being written; `failed` if text or
   * files could not be stored.
   */
  readonly storage: 'stored' | 'writing' | 'failed';
}

interface StoredDraft {
  readonly value: unknown;
  readonly key: string;
}

/** An unfinished form or message: stored at every change, deleted once the server has it. */
export class Draft<Value> {
  readonly #name: string;
  readonly #initial: Value;
  readonly #texts: TextStorage;
  readonly #shelf: FileStorage;
  readonly #followers = new Set<() => void>();
  readonly #fileWrites = createSerialQueue();
  #filesTouched = false;
  #unfinishedWrites = 0;
  #textAtRisk = false;
  #state: DraftState<Value>;

  constructor(name: string, initial: Value, texts: TextStorage, shelf: FileStorage) {
    this.#name = `draft:${name}`;
    this.#initial = initial;
    this.#texts = texts;
    this.#shelf = shelf;
    const stored = this.#read();
    this.#state = {
      ...this.#blank(),
      ...(stored
        ? { value: stored.value as Value, idempotencyKey: stored.key, restored: true, dirty: true }
        : {}),
    };
    void this.#readFiles();
  }

  readonly state = (): DraftState<Value> => this.#state;

  readonly subscribe = (follow: () => void): (() => void) => {
    this.#followers.add(follow);
    return () => void this.#followers.delete(follow);
  };

  /** Sets and stores the value. */
  setValue(next: Value | ((value: Value) => Value)): void {
    const value = typeof next === 'function' ? (next as (value: Value) => Value)(this.#state.value) : next;
    this.#change({ value, dirty: true });
    this.#writeText();
  }

  /** Sets and stores the files; resolves when they are written. */
  async setFiles(files: readonly File[]): Promise<void> {
    this.#filesTouched = true;
    this.#unfinishedWrites += 1;
    this.#change({ files: [...files], dirty: true });
    this.#writeText();
    await this.#fileWrites(() => this.#writeFiles([...files]));
  }

  /**
   * Replaces the idempotency key. For a lost response: the server has an earlier version under the old key, and the
   * user has changed the value since.
   */
  renewKey(): string {
    const idempotencyKey = newIdempotencyKey();
    this.#change({ idempotencyKey });
    if (this.#state.dirty) this.#writeText();
    return idempotencyKey;
  }

  /** Deletes the draft, after it was sent or discarded. */
  async clear(): Promise<void> {
    const hadFiles = this.#state.files.length > 0 || this.#unfinishedWrites > 0;
    this.#filesTouched = true;
    this.#textAtRisk = false;
    this.#change(this.#blank());
    attempt(() => this.#texts.removeItem(this.#name));
    const deleted = this.#fileWrites(() => this.#shelf.del(this.#name)).catch(() => undefined);
    // Without files there is no need to wait for their storage, which another tab may block and a broken one never
    // completes.
    if (hadFiles) await deleted;
  }

  #blank(): DraftState<Value> {
    return {
      value: this.#initial,
      files: [],
      restored: false,
      dirty: false,
      idempotencyKey: newIdempotencyKey(),
      filesAtRisk: false,
      storage: 'stored',
    };
  }

  #read(): StoredDraft | null {
    const text = attempt(() => this.#texts.getItem(this.#name)) ?? null;
    if (text === null) return null;
    const stored = attempt(() => JSON.parse(text) as Partial<StoredDraft>);
    return stored && typeof stored.key === 'string' && stored.value !== undefined
      ? { value: stored.value, key: stored.key }
      : null;
  }

  #writeText(): void {
    const stored: StoredDraft = { value: this.#state.value, key: this.#state.idempotencyKey };
    try {
      this.#texts.setItem(this.#name, JSON.stringify(stored));
      this.#textAtRisk = false;
    } catch {
      this.#textAtRisk = true;
    }
    this.#change({});
  }

  async #readFiles(): Promise<void> {
    const files = await this.#shelf.get(this.#name).catch(() => undefined);
    if (files && files.length > 0 && !this.#filesTouched) {
      this.#change({ files, restored: true, dirty: true });
    }
  }

  async #writeFiles(files: readonly File[]): Promise<void> {
    try {
      await (files.length > 0 ? this.#shelf.set(this.#name, files) : this.#shelf.del(this.#name));
      this.#unfinishedWrites -= 1;
      this.#change({ filesAtRisk: false });
    } catch {
      this.#unfinishedWrites -= 1;
      // Without files there is nothing to lose: they were removed, or the server has them.
      this.#change({ filesAtRisk: this.#state.files.length > 0 });
    }
  }

  #change(part: Partial<DraftState<Value>>): void {
    const state = { ...this.#state, ...part };
    const isFailed = this.#textAtRisk || state.filesAtRisk;
    const isWriting = this.#unfinishedWrites > 0 && state.files.length > 0;
    this.#state = { ...state, storage: isWriting ? 'writing' : isFailed ? 'failed' : 'stored' };
    for (const follow of this.#followers) follow();
  }
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Whether a stored draft is empty: only white space in all of its fields. An unreadable one is not. */
export function isBlank(storedDraft: string | null): boolean {
  if (storedDraft === null) return true;
  try {
    return isEmpty((JSON.parse(storedDraft) as { readonly value?: unknown }).value);
  } catch {
    return false;
  }
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isEmpty);
}

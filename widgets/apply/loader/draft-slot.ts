import { createStore } from '../../shared/store.ts';

/** A slot in the storage of the page for the draft of one open form, which no other tab uses at the same time. */
export interface DraftSlot {
  /** Whether the draft outlasts the tab. */
  readonly lasts: boolean;
  read(): string;
  write(text: string): void;
  /** Makes the slot and its draft available to other tabs. */
  release(): void;
}

/** The drafts of further open forms last as long as their tabs. */
const maxSlots = 20;

/** The time after which an abandoned draft is deleted, in milliseconds; the panel ignores it then. */
const lifetimeMs = 24 * 3_600_000;

/** How long a reloaded form waits until its former document has released its slot, in milliseconds. */
const reloadMs = 1000;

/**
 * Takes a slot for a form: its own after a reload, otherwise the newest draft that no open tab uses, otherwise an empty
 * one. `form` is the number of the form on its page.
 */
export async function takeDraftSlot(host: string, form: number): Promise<DraftSlot> {
  const chosen = createStore(`komak-apply-slot-${form}`, host);
  const slots = Array.from({ length: maxSlots }, (_, index) => openSlot(index + 1, host));
  const own = slots.find(({ number }) => String(number) === chosen.read());
  const releaseOwn = own ? await hold(own.lock, { signal: AbortSignal.timeout(reloadMs) }) : null;
  if (own && releaseOwn) return { ...own, release: releaseOwn };
  await deleteAbandoned(slots);
  const newestFirst = slots.toSorted((one, other) => other.storedAt() - one.storedAt());
  for (const slot of newestFirst) {
    const release = await hold(slot.lock, { ifAvailable: true });
    if (!release) continue;
    chosen.write(String(slot.number));
    return { ...slot, release };
  }
  // Every slot is in use: the draft lasts as long as the tab.
  return { lasts: false, read: () => '', write: () => undefined, release: () => undefined };
}

function openSlot(number: number, host: string) {
  const name = number === 1 ? 'komak-apply' : `komak-apply-${number}`;
  const store = createStore(name, host, 'local');
  const time = createStore(`${name}-at`, host, 'local');
  return {
    number,
    lasts: true,
    lock: `${name}:${host}`,
    /** When its draft was written, in milliseconds since 1970; -1 without one. Older versions wrote no time. */
    storedAt: () => (store.read() === '' ? -1 : Number(time.read())),
    read: () => store.read(),
    write(text: string): void {
      store.write(text);
      time.write(text === '' ? '' : String(Date.now()));
    },
  };
}

async function deleteAbandoned(slots: readonly ReturnType<typeof openSlot>[]): Promise<void> {
  for (const slot of slots) {
    const storedAt = slot.storedAt();
    if (storedAt <= 0 || storedAt > Date.now() - lifetimeMs) continue;
    const release = await hold(slot.lock, { ifAvailable: true });
    if (!release) continue;
    slot.write('');
    release();
  }
}

/** Holds a lock of the site; resolves to its release, or to null if another tab holds it. */
function hold(name: string, options: LockOptions): Promise<(() => void) | null> {
  // Without HTTPS there are no locks, and no drafts either: the panel cannot encrypt them.
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    const holding = (lock: Lock | null) =>
      lock === null ? resolve(null) : new Promise<void>((release) => resolve(release));
    locks.request(name, options, holding).catch(() => resolve(null));
  });
}

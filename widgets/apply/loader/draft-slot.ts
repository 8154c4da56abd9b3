import { createStore } from '../../shared/store.ts';

/** A place on the device for the draft of one open form, which no other tab uses at the same time. */
export interface DraftSlot {
  read(): string;
  write(text: string): void;
  /** Leaves the place to others, with its draft. */
  release(): void;
}

/** The drafts of further open forms last as long as their tabs. */
const maxSlots = 20;

/** How long a reloaded form waits until its former document has released its place, in milliseconds. */
const reloadMs = 1000;

/**
 * Takes a place for a form: its own after a reload, otherwise the newest draft that no open tab uses, otherwise an empty
 * one. `form` is the number of the form on its page.
 */
export async function takeDraftSlot(host: string, form: number): Promise<DraftSlot> {
  const chosen = createStore(`komak-apply-slot-${form}`, host);
  const slots = Array.from({ length: maxSlots }, (_, index) => openSlot(index + 1, host));
  const own = slots.find(({ number }) => String(number) === chosen.read());
  const releaseOwn = own ? await hold(own.lock, { signal: AbortSignal.timeout(reloadMs) }) : null;
  if (own && releaseOwn) return { ...own, release: releaseOwn };
  const newestFirst = slots.toSorted((one, other) => other.storedAt() - one.storedAt());
  for (const slot of newestFirst) {
    const release = await hold(slot.lock, { ifAvailable: true });
    if (!release) continue;
    chosen.write(String(slot.number));
    return { ...slot, release };
  }
  // Every place is in use: its draft lasts as long as the tab.
  return { read: () => '', write: () => undefined, release: () => undefined };
}

function openSlot(number: number, host: string) {
  const name = number === 1 ? 'komak-apply' : `komak-apply-${number}`;
  const store = createStore(name, host, 'local');
  return {
    number,
    lock: `${name}:${host}`,
    /** When its draft was written, in milliseconds since 1970; -1 without one. Older versions wrote no time. */
    storedAt: () => (store.read() === '' ? -1 : Number(store.read().split(' ').at(-2) ?? 0)),
    read: () => store.read().split(' ').at(-1) ?? '',
    write: (text: string) => store.write(text === '' ? '' : `${Date.now()} ${text}`),
  };
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

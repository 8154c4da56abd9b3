import { citizenFileLimits } from '#kernel/domain/values/limits.ts';
import { CallError, type Api } from './api.ts';
import type { DraftFile } from './draft.ts';
import { ExpiredError, type ApplyState, type ApplyStore, type Upload } from './state.ts';
import type { Tickets } from './tickets.ts';

/** The files of the form. */
export interface Uploads {
  add(files: readonly File[]): void;
  retry(key: number): void;
  /** Removes a file that is being sent, or that failed. */
  drop(key: number): void;
  /** Removes a sent file. */
  remove(id: number): void;
  /** Sends every file again, with another ticket. Throws {@link ExpiredError} if some cannot be sent. */
  sendAgain(ticket: string): Promise<void>;
  /** Discards all files: another application starts, perhaps by another citizen. */
  forget(): void;
}

/** Creates the files of a form. Each is sent separately, so that only an interrupted one is sent again. */
export function createUploads(
  { api, store }: { readonly api: Api; readonly store: ApplyStore },
  tickets: () => Tickets,
): Uploads {
  /** The files of this visit, so that they can be sent again. */
  const held = new Map<number, File>();
  const waiting = new Map<number, File>();
  let lastKey = 0;

  async function send(key: number): Promise<void> {
    const file = waiting.get(key);
    if (!file) return;
    const update = (changes: Partial<Upload>) =>
      store.set({
        uploads: store.state.uploads.map((one) => (one.key === key ? { ...one, ...changes } : one)),
      });
    update({ part: 0, failed: null });
    try {
      const sentFile = await tickets().use((ticket) =>
        api.sendFile(ticket, file, (part) => update({ part })),
      );
      if (!waiting.delete(key)) return;
      held.set(sentFile.id, file);
      store.set({ uploads: store.state.uploads.filter((one) => one.key !== key) });
      store.setDraft({ files: [...store.state.draft.files, sentFile] });
    } catch (error) {
      update({ failed: error instanceof CallError ? (error.text ?? '') : '' });
    }
  }

  function add(files: readonly File[]): void {
    const { dropped, added } = sort(files, store.state);
    const uploads = added.map((file): Upload => {
      waiting.set(++lastKey, file);
      return { key: lastKey, name: file.name, size: file.size, part: 0, failed: null };
    });
    store.set({ uploads: [...store.state.uploads, ...uploads], dropped });
    for (const { key } of uploads) void send(key);
  }

  return {
    add,
    retry: (key) => void send(key),
    drop(key) {
      waiting.delete(key);
      store.set({ uploads: store.state.uploads.filter((one) => one.key !== key) });
    },
    remove(id) {
      held.delete(id);
      store.setDraft({ files: store.state.draft.files.filter((file) => file.id !== id) });
    },
    sendAgain: (ticket) => sendAgain({ api, store, held }, ticket),
    forget() {
      held.clear();
      waiting.clear();
      store.set({ uploads: [] });
    },
  };
}

interface Held {
  readonly api: Api;
  readonly store: ApplyStore;
  readonly held: Map<number, File>;
}

async function sendAgain({ api, store, held }: Held, ticket: string): Promise<void> {
  const sent: DraftFile[] = [];
  let lost = false;
  for (const { id } of store.state.draft.files) {
    const file = held.get(id);
    if (!file) {
      lost = true;
      continue;
    }
    const sentFile = await api.sendFile(ticket, file, () => undefined);
    held.set(sentFile.id, file);
    sent.push(sentFile);
  }
  store.setDraft({ files: sent });
  if (!lost) return;
  store.setDraft({ step: 'request' });
  store.set({ failure: { own: 'filesExpired' } });
  throw new ExpiredError();
}

/** Separates files within the limits from the others, with the reasons. */
function sort(files: readonly File[], { form, draft, uploads }: ApplyState) {
  const { maxFiles, maxBytes } = form?.files ?? citizenFileLimits;
  const dropped: ApplyState['dropped'][number][] = [];
  const added: File[] = [];
  for (const file of files) {
    const all = [...draft.files, ...uploads, ...added];
    const bytes = all.reduce((sum, { size }) => sum + size, 0);
    if (all.length >= maxFiles) dropped.push({ name: file.name, reason: 'count' });
    else if (bytes + file.size > maxBytes) dropped.push({ name: file.name, reason: 'bytes' });
    else added.push(file);
  }
  return { dropped, added };
}

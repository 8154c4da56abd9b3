import {
  confirm,
  refetchDocuments,
  removeRecord,
  send,
  toast,
  toastError,
  useName,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Entry } from '../../contract.ts';
import { documents } from '../data/queries.ts';

/** Actions on an entry other than saving it; both ask first. */
export interface EntryActions {
  remove(entry: Entry, onRemoved?: () => void): Promise<void>;
  /** Resets a changed entry to its shipped version. */
  reset(entry: Entry, onDone: () => void): Promise<void>;
}

/** Deletes the deployment's own entries, and resets shipped ones. */
export function useEntryActions(): EntryActions {
  const t = useText('chat');
  const nameOf = useName();
  return {
    async remove(entry, onRemoved) {
      const gone = await removeRecord({
        path: `chatbot/entries/${entry.id}`,
        version: entry.updatedAt,
        title: t('entries.deleteTitle', { name: nameOf(entry) }),
        text: t('entries.deleteText'),
        done: t('entries.deleted'),
        documents: [documents.page],
      });
      if (gone) onRemoved?.();
    },
    async reset(entry, onDone) {
      try {
        const done = await confirm({
          title: t('entries.resetTitle'),
          text: t('entries.resetText'),
          confirmLabel: t('entries.reset'),
          action: () =>
            send('POST', `chatbot/entries/${entry.id}/reset`, undefined, { version: entry.updatedAt }),
        });
        if (!done) return;
      } catch (error) {
        toastError(error);
        return;
      }
      toast.success(t('entries.resetDone'));
      void refetchDocuments(documents.page, documents.detail);
      onDone();
    },
  };
}

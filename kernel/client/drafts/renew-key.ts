import type { DraftHandle } from './use-draft.ts';

/**
 * Gives a draft a new key and leaves the rest. For when the server has an earlier version under the old one: the answer
 * was lost, the person went on writing, and what is sent next is another thing.
 */
export async function renewKey<Value>(draft: DraftHandle<Value>): Promise<void> {
  const { value, files } = draft;
  await draft.clear();
  draft.setValue(value);
  await draft.setFiles(files);
}

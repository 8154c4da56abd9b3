import { proxy, useSnapshot } from 'valtio';

/** A person writes as long after the last letter, in milliseconds. */
const restMs = 4000;

const writingStore = proxy<{ applicationId: number | null }>({ applicationId: null });
let timer: ReturnType<typeof setTimeout> | undefined;

/** Something is being written in an application; an empty text is not. */
export function markWriting(applicationId: number, text: string): void {
  clearTimeout(timer);
  writingStore.applicationId = text.trim() === '' ? null : applicationId;
  timer = setTimeout(() => (writingStore.applicationId = null), restMs);
}

/** Whether the user of this page writes in an application. */
export function useIsWriting(applicationId: number): boolean {
  return useSnapshot(writingStore).applicationId === applicationId;
}

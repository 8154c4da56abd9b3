import { proxy, useSnapshot } from 'valtio';

/** How long after the last key press a person counts as writing, in milliseconds. */
const restMs = 4000;

const writingStore = proxy<{ applicationId: number | null }>({ applicationId: null });
let timer: ReturnType<typeof setTimeout> | undefined;

/** Records that the user is writing in an application; an empty text does not count. */
export function markWriting(applicationId: number, text: string): void {
  clearTimeout(timer);
  writingStore.applicationId = text.trim() === '' ? null : applicationId;
  timer = setTimeout(() => (writingStore.applicationId = null), restMs);
}

/** Whether the user of this page is writing in an application. */
export function useIsWriting(applicationId: number): boolean {
  return useSnapshot(writingStore).applicationId === applicationId;
}

import { proxy } from 'valtio';

/** How often the city has changed since the page was opened: whoever shows it asks for it again. */
export const cityStore = proxy({ changes: 0 });

/** Notes that households or places have changed. */
export function cityChanged(): void {
  cityStore.changes++;
}

import type { StoredFile } from '#kernel/plugin-api/contract.ts';
import { apiAddress, request, save, toastError } from '#kernel/plugin-api/client.ts';

/** How long a tab may take to read a file that was made for it, in ms. */
const readingTime = 60_000;

/** Opens pages that are made for it in a tab of their own; the tab opens at once, as browsers demand, and closes if they cannot be had. */
async function openPages(fetchPages: () => Promise<Blob>, onOpen?: (tab: Window) => void): Promise<void> {
  const tab = open('', '_blank');
  try {
    const pages = await fetchPages();
    const address = URL.createObjectURL(pages);
    setTimeout(() => URL.revokeObjectURL(address), readingTime);
    if (tab === null) {
      // The browser opens no tabs: the person still gets the file.
      save(pages, 'letter.pdf');
      return;
    }
    tab.location.replace(address);
    onOpen?.(tab);
  } catch (error) {
    tab?.close();
    toastError(error);
  }
}

/** Shows the pages of a letter that is being written. */
export function previewPages(body: object): Promise<void> {
  return openPages(async () => {
    const answer = await request(apiAddress('letters/preview'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.blob();
  });
}

/** Opens the pages of a letter, and the browser's dialog for printing where its viewer can. */
export function printPages(file: StoredFile): Promise<void> {
  return openPages(async () => (await request(file.url)).blob(), printWhenShown);
}

/** How often a tab is asked whether its pages are there, in ms, and how many times. */
const asking = { pause: 200, times: 150 } as const;

/** Prints once the pages are shown: a tab that has just been opened does not tell of what is loaded into it later. */
function printWhenShown(tab: Window): void {
  let asked = 0;
  const timer = setInterval(() => {
    asked++;
    if (tab.closed || asked > asking.times) clearInterval(timer);
    else if (tab.location.protocol === 'blob:' && tab.document.readyState === 'complete') {
      clearInterval(timer);
      tab.print();
    }
  }, asking.pause);
}

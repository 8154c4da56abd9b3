import type { StoredFile } from '#kernel/plugin-api/contract.ts';
import { apiAddress, request, save, toast, toastError, useText } from '#kernel/plugin-api/client.ts';

/** How long a tab may take to read a generated file, in milliseconds. */
const readingTime = 60_000;

/** The interval at which a tab is checked for loaded pages, in milliseconds, and the number of checks. */
const polling = { pause: 200, times: 150 } as const;

/** Shows or prints the pages of a letter, in a separate tab. */
export interface LetterPages {
  /** Shows the pages of a letter being written; `body` is that of `POST letters/preview`. */
  preview(body: object): Promise<void>;
  /**
   * Opens the pages of a letter, and the print dialog if the browser's viewer supports it; otherwise explains
   * how to print.
   */
  print(file: StoredFile): Promise<void>;
}

/** The pages of letters in this browser; a missing feature is reported, and the user still gets the file. */
export function useLetterPages(): LetterPages {
  const t = useText('letters');
  const openPages = async (fetchPages: () => Promise<Blob>, name: string): Promise<Window | null> => {
    // The tab is opened immediately, as browsers require; but not if it would stay empty because the browser
    // downloads such files.
    const tab = navigator.pdfViewerEnabled ? open('', '_blank') : null;
    try {
      const pages = await fetchPages();
      if (tab === null) {
        save(pages, name);
        toast.info(t('letter.downloadedInstead'));
        return null;
      }
      const address = URL.createObjectURL(pages);
      setTimeout(() => URL.revokeObjectURL(address), readingTime);
      tab.location.replace(address);
    } catch (error) {
      tab?.close();
      toastError(error);
      return null;
    }
    return tab;
  };
  return {
    async preview(body) {
      const fetchPages = async () => {
        const response = await request(apiAddress('letters/preview'), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
        return response.blob();
      };
      await openPages(fetchPages, `${t('write.previewFile')}.pdf`);
    },
    async print(file) {
      const tab = await openPages(async () => (await request(file.url)).blob(), file.name);
      // Read when users return from the tab.
      if (tab) printWhenShown(tab, () => toast.info(t('letter.printInTab'), { duration: null }));
    },
  };
}

/** Prints once the pages are loaded: a newly opened tab does not report later loads. */
function printWhenShown(tab: Window, onUnable: () => void): void {
  let polls = 0;
  const timer = setInterval(() => {
    polls++;
    const state = polls > polling.times ? 'foreign' : stateOf(tab);
    if (state === 'loading') return;
    clearInterval(timer);
    if (state === 'foreign' || (state === 'shown' && !hasPrinted(tab))) onUnable();
  }, polling.pause);
}

/** Returns the state of a tab. Firefox's viewer has another origin, so its state cannot be read. */
function stateOf(tab: Window): 'loading' | 'shown' | 'closed' | 'foreign' {
  if (tab.closed) return 'closed';
  try {
    const isShown = tab.location.protocol === 'blob:' && tab.document.readyState === 'complete';
    return isShown ? 'shown' : 'loading';
  } catch {
    return 'foreign';
  }
}

/** Opens the print dialog; false if the browser does not allow that. */
function hasPrinted(tab: Window): boolean {
  try {
    tab.print();
    return true;
  } catch {
    return false;
  }
}

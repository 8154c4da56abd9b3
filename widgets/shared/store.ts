/** Stores a widget's text in a storage of the page, if the browser allows it: while the tab is open, or on the device. */
export function createStore(widget: string, host: string, kind: 'session' | 'local' = 'session') {
  const key = `${widget}:${host}`;
  const storage = () => (kind === 'session' ? sessionStorage : localStorage);
  return {
    read(): string {
      try {
        return storage().getItem(key) ?? '';
      } catch {
        return '';
      }
    },
    write(text: string): void {
      try {
        if (text === '') storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // Full or blocked: the text lasts until the page is closed.
      }
    },
  };
}

/** Stores a text of a widget while the tab is open, if the browser allows it. */
export function createStore(widget: string, host: string) {
  const key = `${widget}:${host}`;
  return {
    read(): string {
      try {
        return sessionStorage.getItem(key) ?? '';
      } catch {
        return '';
      }
    },
    write(text: string): void {
      try {
        sessionStorage.setItem(key, text);
      } catch {
        // Full or forbidden: the text lasts as long as the page.
      }
    },
  };
}

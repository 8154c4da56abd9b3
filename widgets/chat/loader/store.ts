/** Stores the conversation while the tab is open, if the browser allows it. */
export function createStore(host: string) {
  const key = `komak-chat:${host}`;
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
        // Full or forbidden: the conversation lasts as long as the page.
      }
    },
  };
}

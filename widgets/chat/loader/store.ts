/** Where the conversation is kept while the tab is open; nothing where the browser forbids it. */
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
        // Full, or forbidden: it lasts as long as the page.
      }
    },
  };
}

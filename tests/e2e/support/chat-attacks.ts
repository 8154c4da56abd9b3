// Hostile scripts for the page of another site and for the panel; each is sent to the browser as source.

/** Runs in the panel: reads everything that a page of the product's origin could read. */
export async function readForbidden(own: string): Promise<Record<string, string>> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only the outer function is sent to the page
  async function attempt(work: () => unknown): Promise<string> {
    try {
      return String(await work());
    } catch (error) {
      return (error as Error).name;
    }
  }
  return {
    origin: globalThis.origin,
    local: await attempt(() => localStorage.getItem('access-token')),
    session: await attempt(() => sessionStorage.length),
    cookie: await attempt(() => document.cookie),
    database: await attempt(() => indexedDB.open('keyval-store')),
    caches: await attempt(() => caches.keys()),
    call: await attempt(() => fetch(`${own}/api/uz/plugins`, { credentials: 'include' })),
    page: await attempt(() => fetch(`${own}/`, { credentials: 'include' })),
  };
}

/** The expected result of {@link readForbidden}. */
export const nothingReadable = {
  origin: 'null',
  local: 'SecurityError',
  session: 'SecurityError',
  cookie: 'SecurityError',
  database: 'SecurityError',
  caches: 'SecurityError',
  call: 'TypeError',
  page: 'TypeError',
};

/** Runs in a browser: sends forged protocol messages to a window, each with a message port. */
export function forge(target: Window, count: number): void {
  const types = ['hello', 'start', 'open', 'close', 'appearance', 'send', 'keep', 'said', '__proto__'];
  for (let index = 0; index < count; index++) {
    const { port1, port2 } = new MessageChannel();
    const type = types[index % types.length];
    const message = {
      komak: index % 7 === 6 ? '1' : 1,
      type,
      ...(type === 'hello' ? { nonce: String(index).padStart(32, '0') } : {}),
      ...(type === 'send' || type === 'keep' ? { text: 'forged' } : {}),
      ...(type === 'said' ? { by: 'bot' } : {}),
      ...(type === 'start' ? { lang: 'ru', theme: 'dark', open: false, conversation: 'forged' } : {}),
      ...(type === 'appearance' ? { lang: 'ru', theme: 'dark' } : {}),
    };
    target.postMessage(message, '*', [port2]);
    port1.postMessage({ komak: 1, type: 'keep', text: 'forged' });
    port1.postMessage({ komak: 1, type: 'close' });
  }
}

/** Runs in the page: to itself, and to the window of the panel. */
export function forgeHere(count: number): void {
  const frame = document.querySelector('komak-chat')?.shadowRoot?.querySelector('iframe')?.contentWindow;
  for (const target of [window, frame]) {
    for (let index = 0; index < count; index++) {
      const type = ['hello', 'start', 'close', 'send', 'keep', 'said'][index % 6];
      const { port1, port2 } = new MessageChannel();
      const fields = {
        nonce: '0'.repeat(32),
        lang: 'ru',
        theme: 'dark',
        open: false,
        conversation: '',
        text: 'x',
        by: 'bot',
      };
      target?.postMessage({ komak: 1, type, ...fields }, '*', [port2]);
      port1.postMessage({ komak: 1, type: 'keep', text: 'forged' });
    }
  }
}

/** Runs in the panel: forges its messages without the nonce in its address. */
export function forgeThere(count: number): void {
  for (let index = 0; index < count; index++) {
    const { port1, port2 } = new MessageChannel();
    const nonce = index.toString(16).padStart(32, '0');
    parent.postMessage({ komak: 1, type: 'hello', nonce }, '*', [port2]);
    port1.postMessage({ komak: 1, type: 'keep', text: 'forged' });
    port1.postMessage({ komak: 1, type: 'close' });
  }
}

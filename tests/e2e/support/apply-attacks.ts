// Hostile scripts for the page around the form and for its frame; each is sent to the browser as source.

/** Runs in the site's page: forges messages to itself and to the frame, with ports and without the frame's nonce. */
export function forgeApplyHere(count: number): void {
  const frame = document.querySelector('komak-apply')?.shadowRoot?.querySelector('iframe')?.contentWindow;
  for (const target of [window, frame]) {
    for (let index = 0; index < count; index++) {
      const type = ['hello', 'start', 'appearance', 'keep', 'size', 'top', 'sent', '__proto__'][index % 8];
      const { port1, port2 } = new MessageChannel();
      const fields = {
        nonce: '0'.repeat(32),
        lang: 'ru',
        theme: 'dark',
        draft: 'x',
        text: 'forged',
        lasts: true,
      };
      target?.postMessage({ komak: index % 5 === 4 ? 2 : 1, type, ...fields, height: 5000 }, '*', [port2]);
      port1.postMessage({ komak: 1, type: 'keep', text: 'forged', lasts: true });
      port1.postMessage({ komak: 1, type: 'size', height: 5000 });
      port1.postMessage({ komak: 1, type: 'sent' });
    }
  }
}

/** Runs in any frame of the page: greets it like the form's frame, but without its nonce. */
export function forgeApplyThere(count: number): void {
  for (let index = 0; index < count; index++) {
    const { port1, port2 } = new MessageChannel();
    const nonce = index.toString(16).padStart(32, '0');
    parent.postMessage({ komak: 1, type: 'hello', nonce }, '*', [port2]);
    port1.postMessage({ komak: 1, type: 'keep', text: 'forged', lasts: true });
    port1.postMessage({ komak: 1, type: 'sent' });
  }
}

/**
 * Runs in the page before the form's script: takes the port from the frame's greeting. Through it, the page
 * sends its own drafts and messages of another version, or with missing and additional fields.
 */
export const stealPort = `
  window.stolen = [];
  addEventListener('message', ({ data, ports }) => {
    const [port] = ports;
    if (data?.type !== 'hello' || !port) return;
    window.greetings = [...(window.greetings ?? []), data];
    port.addEventListener('message', (event) => window.stolen.push(JSON.stringify(event.data)));
    window.lie = (message) => port.postMessage(message);
  }, true);
`;

import { pack, readHello, readToLoader, type ToLoader, type ToPanel } from '../protocol/messages.ts';

/** What the iframe may: run scripts, and open windows that are as free as any. It has no origin, so that it holds nothing. */
const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** The panel in its iframe, and the line to it. */
export interface PanelFrame {
  readonly element: HTMLIFrameElement;
  post(message: ToPanel): void;
  remove(): void;
}

/** What comes from the panel. */
export interface PanelEvents {
  /** It is there, or there again: after this it can be spoken to. */
  onHello(): void;
  onMessage(message: ToLoader): void;
}

/**
 * Makes the iframe, which loads when it is put into the page. Of all messages that come to the window one alone is heard: the
 * greeting of this very iframe, which has no origin and knows the number in its address. It brings a channel, and everything
 * else goes through that. Of the page nothing but its origin is sent.
 */
export function createPanelFrame(address: string, title: string, follower: PanelEvents): PanelFrame {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const element = document.createElement('iframe');
  element.title = title;
  element.setAttribute('sandbox', sandbox);
  element.referrerPolicy = 'no-referrer';
  element.src = `${address}?site=${encodeURIComponent(location.origin)}#${nonce}`;
  let port: MessagePort | null = null;

  function hear(event: MessageEvent): void {
    if (event.source !== element.contentWindow || event.origin !== 'null') return;
    const [given] = event.ports;
    if (readHello(event.data)?.nonce !== nonce || !given) return;
    port?.close();
    port = given;
    port.addEventListener('message', ({ data }) => {
      const message = readToLoader(data);
      if (message) follower.onMessage(message);
    });
    port.start();
    follower.onHello();
  }

  addEventListener('message', hear);
  return {
    element,
    post: (message) => port?.postMessage(pack(message)),
    remove() {
      removeEventListener('message', hear);
      port?.close();
      port = null;
      element.remove();
    },
  };
}

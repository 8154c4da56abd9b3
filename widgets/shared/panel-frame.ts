import { pack, readHelloMessage } from './messages.ts';

/** The iframe may run scripts and open ordinary windows. Without an origin it cannot store anything. */
const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** The panel in its iframe, and the connection to it. */
export interface PanelFrame<ToPanel extends { readonly type: string }> {
  readonly element: HTMLIFrameElement;
  post(message: ToPanel): void;
  remove(): void;
}

/** Events of the panel. */
interface PanelEvents<ToLoader> {
  /** The panel has loaded, or reloaded: it receives messages from now on. */
  onHello(): void;
  onMessage(message: ToLoader): void;
  /** Whether the panel links to files: otherwise browsers block the downloads. */
  readonly downloads?: true;
  /** Parses a message of the panel; null for anything else. */
  read(data: unknown): ToLoader | null;
}

/**
 * Creates the iframe, which loads when it is added to the page. Of all messages to the window only the
 * greeting of this iframe is accepted: it has no origin and knows the random text in its address. It carries
 * the channel for all other messages. The panel learns nothing about the page except its origin.
 */
export function createPanelFrame<ToPanel extends { readonly type: string }, ToLoader>(
  address: string,
  title: string,
  follower: PanelEvents<ToLoader>,
): PanelFrame<ToPanel> {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const element = document.createElement('iframe');
  element.title = title;
  element.setAttribute('sandbox', follower.downloads ? `${sandbox} allow-downloads` : sandbox);
  element.referrerPolicy = 'no-referrer';
  element.src = `${address}?site=${encodeURIComponent(location.origin)}#${nonce}`;
  let port: MessagePort | null = null;

  function onWindowMessage(event: MessageEvent): void {
    if (event.source !== element.contentWindow || event.origin !== 'null') return;
    const [given] = event.ports;
    if (readHelloMessage(event.data)?.nonce !== nonce || !given) return;
    port?.close();
    port = given;
    port.addEventListener('message', ({ data }) => {
      const message = follower.read(data);
      if (message) follower.onMessage(message);
    });
    port.start();
    follower.onHello();
  }

  addEventListener('message', onWindowMessage);
  return {
    element,
    post: (message) => port?.postMessage(pack(message)),
    remove() {
      removeEventListener('message', onWindowMessage);
      port?.close();
      port = null;
      element.remove();
    },
  };
}

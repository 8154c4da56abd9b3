import { pack, readToPanel, type ToLoader, type ToPanel } from '../protocol/messages.ts';

/** The connection to the loader in the page around the panel. */
interface Channel {
  post(message: ToLoader): void;
}

/**
 * Greets the loader and hands it one end of a message channel. The greeting is sent only to the site for which the server
 * made this page; messages to the window itself are ignored.
 */
export function openChannel(site: string, nonce: string, take: (message: ToPanel) => void): Channel {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }) => {
    const message = readToPanel(data);
    if (message) take(message);
  });
  port1.start();
  parent.postMessage(pack({ type: 'hello', nonce }), site, [port2]);
  return { post: (message) => port1.postMessage(pack(message)) };
}

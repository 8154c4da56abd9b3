import { pack, type HelloMessage } from './messages.ts';

/** The connection to the loader in the page around a panel. */
export interface Channel<ToLoader> {
  post(message: ToLoader): void;
}

/**
 * Greets the loader and passes it one end of a message channel. The greeting is sent only to the site for
 * which the server created this page; messages to the window itself are ignored.
 */
export function openChannel<ToPanel, ToLoader extends { readonly type: string }>(
  site: string,
  read: (data: unknown) => ToPanel | null,
  take: (message: ToPanel) => void,
): Channel<ToLoader> {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }) => {
    const message = read(data);
    if (message) take(message);
  });
  port1.start();
  const hello: HelloMessage = { type: 'hello', nonce: location.hash.slice(1) };
  parent.postMessage(pack(hello), site, [port2]);
  return { post: (message) => port1.postMessage(pack(message)) };
}

/** Returns the content of a `meta` tag that the server wrote into the page of a panel, by name. */
export function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** The site that frames this page; null if it is opened as a page of its own, without a loader. */
export function framingSite(): string | null {
  return parent === window ? null : new URLSearchParams(location.search).get('site');
}

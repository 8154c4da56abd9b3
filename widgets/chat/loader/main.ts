import { runCall } from './calls.ts';
import { KomakChatElement } from './chat-element.ts';

declare global {
  interface Window {
    komakChat?: ((...call: unknown[]) => void) & { q?: Iterable<unknown>[] };
  }
}

const script = document.currentScript as HTMLScriptElement | null;

// A page may load scripts of two releases: the first one stays.
if (!customElements.get('komak-chat')) begin();

function begin(): void {
  const early = window.komakChat?.q ?? [];
  let calls: unknown[][] | null = early.map((call) => [...call]);
  customElements.define('komak-chat', KomakChatElement);

  window.komakChat = (...call) => {
    if (calls) calls.push(call);
    else runCall(chatElement(), call);
  };

  function start(): void {
    chatElement();
    const waiting = calls ?? [];
    calls = null;
    for (const call of waiting) {
      try {
        runCall(chatElement(), call);
      } catch (error) {
        reportError(error);
      }
    }
  }

  // The page may have an element further down.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}

/** The element of the page, or a new one with the attributes of the script. */
function chatElement(): KomakChatElement {
  if (KomakChatElement.current) return KomakChatElement.current;
  const created = document.createElement('komak-chat') as KomakChatElement;
  for (const name of ['lang', 'theme', 'position'] as const) {
    const value = script?.dataset[name];
    if (value !== undefined) created.setAttribute(name, value);
  }
  document.body.append(created);
  return created;
}

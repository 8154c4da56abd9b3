import type uz from '../../../locales/uz/chat.json';
import type { Lang } from '../protocol/messages.ts';

/** Shown in place of the panel while it loads, and when it cannot be loaded. */
interface StatusView {
  readonly element: HTMLElement;
  show(state: 'loading' | 'failed' | 'done', texts: LoaderTexts): void;
}

/** Creates the view; after a failure the user can retry or close it. */
export function createStatusView(onRetry: () => void, onClose: () => void): StatusView {
  const element = document.createElement('div');
  element.className = 'wait';
  const message = document.createElement('p');
  message.setAttribute('role', 'status');
  const retry = document.createElement('button');
  const close = document.createElement('button');
  for (const [button, press] of [
    [retry, onRetry],
    [close, onClose],
  ] as const) {
    button.type = 'button';
    button.addEventListener('click', press);
  }
  element.append(message, retry, close);
  return {
    element,
    show(state, texts) {
      element.hidden = state === 'done';
      message.textContent = state === 'failed' ? texts.failed : texts.loading;
      retry.textContent = texts.retry;
      close.textContent = texts.close;
      retry.hidden = state !== 'failed';
    },
  };
}

/** The texts of the button, and of a panel that does not load. */
export type LoaderTexts = (typeof uz)['loader'];

const byPath = import.meta.glob<LoaderTexts>('../../../locales/*/chat.json', {
  eager: true,
  import: 'loader',
});

/** The texts of the loader in a language; they are part of the script. */
export function textsIn(lang: Lang): LoaderTexts {
  return byPath[`../../../locales/${lang}/chat.json`] as LoaderTexts;
}

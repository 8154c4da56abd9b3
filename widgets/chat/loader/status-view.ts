import type { LoaderTexts } from './texts.ts';

/** Shown in place of the panel while it loads, and when it cannot be loaded. */
interface StatusView {
  readonly element: HTMLElement;
  show(state: 'loading' | 'failed' | 'done', texts: LoaderTexts): void;
}

/** Creates the view; after a failure the user can retry or close it. */
export function createStatusView(onRetry: () => void, onClose: () => void): StatusView {
  const element = document.createElement('div');
  element.className = 'wait';
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  const retry = document.createElement('button');
  const close = document.createElement('button');
  for (const [button, press] of [
    [retry, onRetry],
    [close, onClose],
  ] as const) {
    button.type = 'button';
    button.addEventListener('click', press);
  }
  element.append(words, retry, close);
  return {
    element,
    show(state, texts) {
      element.hidden = state === 'done';
      words.textContent = state === 'failed' ? texts.failed : texts.loading;
      retry.textContent = texts.retry;
      close.textContent = texts.close;
      retry.hidden = state !== 'failed';
    },
  };
}

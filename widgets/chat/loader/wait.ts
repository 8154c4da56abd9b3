import type { LoaderTexts } from './texts.ts';

/** What stands in the place of the panel until it comes, and when it does not. */
export interface StatusView {
  readonly element: HTMLElement;
  show(state: 'loading' | 'failed' | 'done', texts: LoaderTexts): void;
}

/** Makes it; from `failed` there are two ways: again, or away. */
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

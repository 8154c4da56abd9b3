import type uz from '../../../locales/uz/chat.json';
import type { Lang } from '../protocol/messages.ts';

/** Shown in place of the panel while it loads, and when it cannot be loaded. */
interface StatusView {
  readonly element: HTMLElement;
  /** The field that receives input before the panel has loaded. */
  readonly field: HTMLTextAreaElement;
  show(state: 'loading' | 'failed' | 'done', texts: LoaderTexts): void;
}

/** The events of the view. */
interface StatusEvents {
  readonly onRetry: () => void;
  readonly onClose: () => void;
  /** Called when a question was sent before the panel has loaded. */
  readonly onSend: (text: string) => void;
}

/** Creates the view; after a failure the user can retry or close it. */
export function createStatusView({ onRetry, onClose, onSend }: StatusEvents): StatusView {
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
  const field = document.createElement('textarea');
  field.rows = 1;
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    const { value } = field;
    field.value = '';
    if (value.trim() !== '') onSend(value);
  });
  element.append(message, retry, close, field);
  return {
    element,
    field,
    show(state, texts) {
      element.hidden = state === 'done';
      message.textContent = state === 'failed' ? texts.failed : texts.loading;
      retry.textContent = texts.retry;
      close.textContent = texts.close;
      retry.hidden = state !== 'failed';
      field.ariaLabel = texts.input;
    },
  };
}

/** The texts of the button, and of a panel that does not load. */
export type LoaderTexts = (typeof uz)['loader'];

const byPath = import.meta.glob<LoaderTexts>('../../../locales/*/chat.json', {
  eager: true,
  import: 'loader',
});

/** The texts of the loader in a language; they are bundled with the script. */
export function textsIn(lang: Lang): LoaderTexts {
  return byPath[`../../../locales/${lang}/chat.json`] as LoaderTexts;
}

import { appearance, oneOf, readerOf, text, type Lang, type Theme } from '../../shared/messages.ts';

export { pack, readHelloMessage, version, type Lang, type Theme } from '../../shared/messages.ts';

/** From the loader to the panel. */
export type ToPanel =
  | {
      readonly type: 'start';
      readonly lang: Lang;
      readonly theme: Theme;
      readonly open: boolean;
      /** The stored conversation, or an empty text. */
      readonly conversation: string;
    }
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'appearance'; readonly lang: Lang; readonly theme: Theme }
  | { readonly type: 'send'; readonly text: string }
  /** The text that the visitor typed before the panel had the focus. */
  | { readonly type: 'typed'; readonly text: string };

/** From the panel to the loader. */
export type ToLoader =
  | { readonly type: 'keep'; readonly text: string }
  | { readonly type: 'close' }
  /** The panel is open, and its field receives input. */
  | { readonly type: 'shown' }
  /** A message was written: for the page's listeners, without its text. */
  | { readonly type: 'said'; readonly by: 'user' | 'bot' };

/** Parses a message to the panel; null for anything else. */
export const readToPanel = readerOf<ToPanel>({
  start: { ...appearance, open: (value) => typeof value === 'boolean', conversation: text },
  open: {},
  close: {},
  appearance,
  send: { text },
  typed: { text },
});

/** Parses a message to the loader; null for anything else. */
export const readToLoader = readerOf<ToLoader>({
  keep: { text },
  close: {},
  shown: {},
  said: { by: oneOf('user', 'bot') },
});

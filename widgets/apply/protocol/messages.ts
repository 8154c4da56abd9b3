import { appearance, readerOf, text, type Lang, type Theme } from '../../shared/messages.ts';

/** From the loader to the panel. */
export type ToPanel =
  | {
      readonly type: 'start';
      readonly lang: Lang;
      readonly theme: Theme;
      /** The stored draft, encrypted by the panel, or an empty text. */
      readonly draft: string;
    }
  | { readonly type: 'appearance'; readonly lang: Lang; readonly theme: Theme };

/** From the panel to the loader. */
export type ToLoader =
  /** A draft stays on the device if the citizen chose that; otherwise only in the open tab. */
  | { readonly type: 'keep'; readonly text: string; readonly lasts: boolean }
  /** The current height of the panel, in pixels. */
  | { readonly type: 'size'; readonly height: number }
  /** Another step is shown: scroll its top into view. */
  | { readonly type: 'top' }
  /** An application was sent: for the page's listeners, without its number. */
  | { readonly type: 'sent' };

/** Parses a message to the panel; null for anything else. */
export const readToPanel = readerOf<ToPanel>({ start: { ...appearance, draft: text }, appearance });

/** Parses a message to the loader; null for anything else. */
export const readToLoader = readerOf<ToLoader>({
  keep: { text, lasts: (value) => typeof value === 'boolean' },
  size: { height: (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 20_000 },
  top: {},
  sent: {},
});

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
  /** A draft lasts on the device where they want it to; otherwise it is for the open tab alone. */
  | { readonly type: 'keep'; readonly text: string; readonly lasts: boolean }
  /** How high the panel is now, in pixels. */
  | { readonly type: 'size'; readonly height: number }
  /** Another step is shown: its beginning belongs into view. */
  | { readonly type: 'top' }
  /** An application was sent: for listeners of the page, without its number. */
  | { readonly type: 'sent' };

/** Reads a message to the panel; null for anything else. */
export const readToPanel = readerOf<ToPanel>({ start: { ...appearance, draft: text }, appearance });

/** Reads a message to the loader; null for anything else. */
export const readToLoader = readerOf<ToLoader>({
  keep: { text, lasts: (value) => typeof value === 'boolean' },
  size: { height: (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 20_000 },
  top: {},
  sent: {},
});

import type { Lang } from '../protocol/messages.ts';

/** The few words of the button, and of a panel that does not come. */
export interface LoaderTexts {
  readonly title: string;
  readonly open: string;
  readonly close: string;
  readonly news: string;
  readonly loading: string;
  readonly failed: string;
  readonly retry: string;
}

const found = import.meta.glob<LoaderTexts>('../../../locales/*/chat.json', {
  eager: true,
  import: 'loader',
});

/** The words of the loader; they travel with it. */
export function textsIn(lang: Lang): LoaderTexts {
  return found[`../../../locales/${lang}/chat.json`] as LoaderTexts;
}

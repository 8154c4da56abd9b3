import type uz from '../../../locales/uz/chat.json';
import type { Lang } from '../protocol/messages.ts';

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

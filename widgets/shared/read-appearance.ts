import type { Lang, Theme } from './messages.ts';

/** The language and the theme that the attributes of a widget request. */
export function readAppearance(element: HTMLElement): { readonly lang: Lang; readonly theme: Theme } {
  const theme = element.getAttribute('theme');
  return {
    lang: (element.getAttribute('lang') ?? document.documentElement.lang).startsWith('ru') ? 'ru' : 'uz',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  };
}

import type { Lang } from '../protocol/messages.ts';
import type { ChatTexts } from '../view/texts.ts';

const found = import.meta.glob<ChatTexts>('../../../locales/*/chat.json', { eager: true, import: 'panel' });

/** The words of the panel; they travel with it. */
export function textsIn(lang: Lang): ChatTexts {
  const texts = found[`../../../locales/${lang}/chat.json`];
  if (!texts) throw new Error(`no texts in ${lang}`);
  return texts;
}

import type uz from '../../../locales/uz/apply.json';
import type { Lang } from '../../shared/messages.ts';

/** The texts of the panel. */
export type ApplyTexts = (typeof uz)['panel'];

const textsByPath = import.meta.glob<ApplyTexts>('../../../locales/*/apply.json', {
  eager: true,
  import: 'panel',
});

/** The texts of the panel in a language; they are bundled with its code. */
export function textsIn(lang: Lang): ApplyTexts {
  const texts = textsByPath[`../../../locales/${lang}/apply.json`];
  if (!texts) throw new Error(`no texts in ${lang}`);
  return texts;
}

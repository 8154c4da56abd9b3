import type uz from '../../../locales/uz/chat.json';

/** The texts of the panel: `panel` in the namespace `chat` of a language. `{{…}}` is replaced by a value. */
export type ChatTexts = (typeof uz)['panel'];

export { formatText } from '../../shared/format-text.ts';

import type uz from '../../../locales/uz/chat.json';

/** The texts of the panel: `panel` in the namespace `chat` of a language. `{{…}}` is replaced by a value. */
export type ChatTexts = (typeof uz)['panel'];

/** Puts values into a text; a name without a value stays as it is. */
export function formatText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}

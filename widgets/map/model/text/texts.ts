import type uz from '../../../../locales/uz/map.json';

/** The texts of the map: the namespace `map` of a language. */
export type MapTexts = typeof uz;

/** Puts values into a text: `fill('{{count}} ta', { count: 3 })`. */
export function formatText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The text of a code; a general one where the code has none. */
export function textOf(texts: Readonly<Record<string, string>>, code: string): string {
  return (Object.hasOwn(texts, code) ? texts[code] : undefined) ?? texts['other'] ?? code;
}

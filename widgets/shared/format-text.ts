/** Inserts values into a text; a name without a value stays unchanged. */
export function formatText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}

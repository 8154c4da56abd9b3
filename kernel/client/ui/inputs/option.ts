/** What can be chosen in a select, a combobox or a multi-select. */
export interface Option<Value extends string | number = string> {
  readonly value: Value;
  readonly label: string;
  /** A second line, such as a role or a neighbourhood. */
  readonly hint?: string | undefined;
  /** A dot of this colour before the label. */
  readonly color?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** The option with that value, among the options or given apart. */
export function findOption<Value extends string | number>(
  options: readonly Option<Value>[],
  value: Value | null | undefined,
  other?: Option<Value>,
): Option<Value> | null {
  return (
    options.find((option) => option.value === value) ?? (other?.value === value ? (other ?? null) : null)
  );
}

/** Whether the query is in the label or the hint; apostrophes (o‘, o', oʻ), accents and case do not matter. */
export function matchesQuery(option: Option<string | number>, query: string): boolean {
  const words = normalizeText(query).split(' ').filter(Boolean);
  const text = normalizeText(`${option.label} ${option.hint ?? ''}`);
  return words.every((word) => text.includes(word));
}

function normalizeText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{Mn}'`´‘’ʻʼ]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

import type { Ref } from 'react';

/** An option of a select, a combobox or a multi-select. */
export interface Option<Value extends string | number = string> {
  readonly value: Value;
  readonly label: string;
  /** A second line, such as a role or a neighbourhood. */
  readonly hint?: string | undefined;
  /** The colour of a dot before the label. */
  readonly color?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** The option with a value. */
export function findOption<Value extends string | number>(
  options: readonly Option<Value>[],
  value: Value | null | undefined,
): Option<Value> | null {
  return options.find((option) => option.value === value) ?? null;
}

/** Whether the label or the hint contains the query; ignores apostrophes (o‘, o', oʻ), accents and case. */
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

/** The props of a select. */
export interface SelectProps<Value extends string | number> {
  readonly options: readonly Option<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly id?: string | undefined;
  /** The accessible name, if there is no field around it. */
  readonly 'aria-label'?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** The props of a combobox: those of a select, and those of its search. */
export interface ComboboxProps<Value extends string | number> extends Omit<SelectProps<Value>, 'onChange'> {
  readonly onChange: (value: Value | null) => void;
  readonly loading?: boolean | undefined;
  readonly clearable?: boolean | undefined;
  readonly emptyText?: string | undefined;
}

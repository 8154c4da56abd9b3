import type { ReactNode, Ref } from 'react';
import type { Option } from './option.ts';

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
  /** What is chosen, where no field stands around. */
  readonly 'aria-label'?: string | undefined;
  /** An icon or a word before the value, such as a filter's name. */
  readonly leading?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** The props of a combobox: those of a select, and search. */
export interface ComboboxProps<Value extends string | number> extends Omit<SelectProps<Value>, 'onChange'> {
  readonly onChange: (value: Value | null) => void;
  /** The option to show for a value that is not among the options, such as one on another page of the server. */
  readonly selectedOption?: Option<Value> | undefined;
  /** Asks the server instead of filtering here; `options` are then what it found. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly loading?: boolean | undefined;
  readonly clearable?: boolean | undefined;
  readonly searchPlaceholder?: string | undefined;
  readonly emptyText?: string | undefined;
}

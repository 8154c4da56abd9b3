import type { ReactNode, Ref } from 'react';
import type { Option } from './option.ts';

/** What a combobox takes. */
export interface ComboboxProps<Value extends string | number> {
  readonly options: readonly Option<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
  readonly onBlur?: (() => void) | undefined;
  /** The option to show for a value that is not among the options, such as one on another page of the server. */
  readonly selectedOption?: Option<Value> | undefined;
  /** Asks the server instead of filtering here; `options` are then what it found. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly loading?: boolean | undefined;
  /** May be emptied again. */
  readonly clearable?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly searchPlaceholder?: string | undefined;
  readonly emptyText?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly id?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly leading?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

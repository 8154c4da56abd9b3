import type { ReactNode, Ref } from 'react';
import type { Option } from './option.ts';

/** What a select takes. */
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

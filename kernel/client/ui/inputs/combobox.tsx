import type { ComponentType } from 'react';
import { lazyComponent } from '../overlays/lazy-component.ts';
import { ClosedSelect, useOpenRequest } from './closed-select.tsx';
import { findOption } from './option.ts';
import type { ComboboxProps } from './select-props.ts';

/** One of many, found by typing. The list's code loads on demand. */
export function Combobox<Value extends string | number>(props: ComboboxProps<Value>) {
  const { options, value, selectedOption, clearable = false, disabled = false, onChange } = props;
  const { requested, open } = useOpenRequest();
  // Sound: one component draws options of every value type; `lazyComponent` cannot keep its type parameter.
  const Opened = opened.useLoaded(requested) as unknown as ComponentType<ComboboxProps<Value>> | null;
  if (Opened) return <Opened {...props} />;
  const selected = findOption(options, value, selectedOption);
  return (
    <ClosedSelect
      {...props}
      selected={selected}
      onPreload={opened.preload}
      onOpen={open}
      onClear={clearable && selected !== null && !disabled ? () => onChange(null) : undefined}
    />
  );
}

const opened = lazyComponent<ComboboxProps<string | number>>(
  async () => (await import('./opened-combobox.tsx')).OpenedCombobox,
);

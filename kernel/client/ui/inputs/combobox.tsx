import type { ComponentType } from 'react';
import { ClosedSelect, useOpening } from './closed-select.tsx';
import type { ComboboxProps } from './combobox-props.ts';
import { lazyComponent } from '../overlays/lazy-component.ts';
import { findOption } from './option.ts';

/**
 * One of many, found by typing: closed it looks like a select, open it has a search box over the list. The list's code
 * comes when it is needed.
 */
export function Combobox<Value extends string | number>(props: ComboboxProps<Value>) {
  const { options, value, selectedOption: chosen, clearable = false, disabled = false, onChange } = props;
  const { wanted, open } = useOpening();
  const Opened = opened.useLoaded(wanted) as unknown as ComponentType<ComboboxProps<Value>> | null;
  if (Opened) return <Opened {...props} />;
  const shown = findOption(options, value) ?? (chosen?.value === value ? chosen : null);
  return (
    <ClosedSelect
      {...props}
      chosen={shown}
      onNear={opened.preload}
      onOpen={open}
      onClear={clearable && shown !== null && !disabled ? () => onChange(null) : undefined}
    />
  );
}

const opened = lazyComponent<ComboboxProps<string | number>>(
  async () => (await import('./opened-combobox.tsx')).OpenedCombobox,
);

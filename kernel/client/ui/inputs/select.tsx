import type { ComponentType } from 'react';
import { ClosedSelect, useOpening } from './closed-select.tsx';
import { lazyComponent } from '../overlays/lazy-component.ts';
import { findOption } from './option.ts';
import type { SelectProps } from './select-props.ts';

/** One of a list short enough to see; over about 12 options, take a combobox. The list's code comes when it is needed. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { wanted, open } = useOpening();
  const Opened = opened.useLoaded(wanted) as unknown as ComponentType<SelectProps<Value>> | null;
  if (Opened) return <Opened {...props} />;
  return (
    <ClosedSelect
      {...props}
      chosen={findOption(props.options, props.value)}
      onNear={opened.preload}
      onOpen={open}
    />
  );
}

const opened = lazyComponent<SelectProps<string | number>>(
  async () => (await import('./opened-select.tsx')).OpenedSelect,
);

import type { ComponentType } from 'react';
import { lazyComponent } from '../overlays/lazy-component.ts';
import { ClosedSelect, useOpenRequest } from './closed-select.tsx';
import { findOption } from './option.ts';
import type { SelectProps } from './select-props.ts';

/** One of a list short enough to see; over about 12 options, use a combobox. The list's code loads on demand. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { requested, open } = useOpenRequest();
  // Sound: one component draws options of every value type; `lazyComponent` cannot keep its type parameter.
  const Opened = opened.useLoaded(requested) as unknown as ComponentType<SelectProps<Value>> | null;
  if (Opened) return <Opened {...props} />;
  return (
    <ClosedSelect
      {...props}
      selected={findOption(props.options, props.value)}
      onPreload={opened.preload}
      onOpen={open}
    />
  );
}

const opened = lazyComponent<SelectProps<string | number>>(
  async () => (await import('./opened-select.tsx')).OpenedSelect,
);

import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { lazyComponent } from '../../overlays/lazy-component.ts';
import { type ComboboxProps, findOption, type Option, type SelectProps } from './option.ts';
import { styled } from 'styled-components';
import { SelectContent, SelectFrame, selectTrigger, useTriggerAttributes } from './select-trigger.tsx';

/** A select; for more than about 12 options, use a combobox. The code of the list loads on demand. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { requested, open } = useOpenRequest();
  // Sound: one component renders options of every value type; `lazyComponent` cannot keep its type parameter.
  const Opened = openedSelect.useLoaded(requested) as unknown as ComponentType<SelectProps<Value>> | null;
  if (Opened) return <Opened {...props} />;
  return (
    <ClosedSelect
      {...props}
      selected={findOption(props.options, props.value)}
      onPreload={openedSelect.preload}
      onOpen={open}
    />
  );
}

const openedSelect = lazyComponent<SelectProps<string | number>>(
  async () => (await import('./opened-select.tsx')).OpenedSelect,
);

/** A select with search. The code of the list loads on demand. */
export function Combobox<Value extends string | number>(props: ComboboxProps<Value>) {
  const { options, value, clearable = false, disabled = false, onChange } = props;
  const { requested, open } = useOpenRequest();
  // Sound: one component renders options of every value type; `lazyComponent` cannot keep its type parameter.
  const Opened = openedCombobox.useLoaded(requested) as unknown as ComponentType<ComboboxProps<Value>> | null;
  if (Opened) return <Opened {...props} />;
  const selected = findOption(options, value);
  return (
    <ClosedSelect
      {...props}
      selected={selected}
      onPreload={openedCombobox.preload}
      onOpen={open}
      onClear={clearable && selected !== null && !disabled ? () => onChange(null) : undefined}
    />
  );
}

const openedCombobox = lazyComponent<ComboboxProps<string | number>>(
  async () => (await import('./opened-combobox.tsx')).OpenedCombobox,
);

interface ClosedSelectProps extends Omit<SelectProps<string | number>, 'options' | 'value' | 'onChange'> {
  readonly selected: Option<string | number> | null;
  readonly onClear?: (() => void) | undefined;
  /** Called when the pointer or the focus arrives, since the list may be needed soon. */
  readonly onPreload: () => void;
  readonly onOpen: () => void;
}

/** A select or a combobox before it is first opened; loads no popup code. */
export function ClosedSelect(props: ClosedSelectProps) {
  const { selected, placeholder, disabled = false, ref, onBlur, onClear, onPreload, onOpen } = props;
  const attributes = useTriggerAttributes({
    id: props.id,
    invalid: props.invalid,
    'aria-label': props['aria-label'],
  });

  function openByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onOpen();
  }

  return (
    <SelectFrame onClear={onClear}>
      <Trigger
        {...attributes}
        ref={ref}
        type="button"
        // A closed select has no list to name in aria-controls.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props, jsx-a11y/prefer-tag-over-role
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        disabled={disabled}
        onBlur={onBlur}
        onClick={onOpen}
        onKeyDown={openByKey}
        onPointerEnter={onPreload}
        onFocus={onPreload}
      >
        <SelectContent selected={selected} placeholder={placeholder} clearable={onClear !== undefined} />
      </Trigger>
    </SelectFrame>
  );
}

/** Whether the list was requested. */
export function useOpenRequest(): { readonly requested: boolean; readonly open: () => void } {
  const [requested, setRequested] = useState(false);
  // After the click has ended: otherwise the list would treat the click as a press outside and close.
  return { requested, open: () => void setTimeout(() => setRequested(true)) };
}

const Trigger = styled.button`
  ${selectTrigger}
`;

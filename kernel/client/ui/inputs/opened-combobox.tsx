import { Combobox as Base } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ComboboxPopup } from './combobox-popup.tsx';
import type { ComboboxProps } from './select-props.ts';
import { findOption, matchesQuery, type Option } from './option.ts';
import { SelectContent, SelectFrame, selectTrigger, useTriggerAttributes } from './select-trigger.tsx';

/** A combobox from the moment it is first opened; use `Combobox`. */
export function OpenedCombobox<Value extends string | number>({
  options,
  value,
  onChange,
  onBlur,
  selectedOption,
  onSearch,
  loading = false,
  clearable = false,
  placeholder,
  searchPlaceholder,
  emptyText,
  disabled = false,
  leading,
  ref,
  ...names
}: ComboboxProps<Value>) {
  const attributes = useTriggerAttributes(names);
  const [query, setQuery] = useState('');
  const selected = findOption(options, value, selectedOption);
  const canClear = clearable && selected !== null && !disabled;

  function search(text: string): void {
    setQuery(text);
    onSearch?.(text);
  }

  return (
    <CSPProvider disableStyleElements>
      <Base.Root<Option<Value>>
        items={options}
        value={selected}
        onValueChange={(option, change) => {
          // Escape closes the list; it does not clear the selection.
          if (change.reason === 'escape-key') change.cancel();
          else onChange(option?.value ?? null);
        }}
        inputValue={query}
        onInputValueChange={search}
        filter={onSearch ? null : matchesQuery}
        isItemEqualToValue={(one, other) => one.value === other.value}
        autoHighlight
        defaultOpen
        disabled={disabled}
      >
        <SelectFrame onClear={canClear ? () => onChange(null) : undefined}>
          <Trigger {...attributes} ref={ref} onBlur={onBlur}>
            <SelectContent
              selected={selected}
              placeholder={placeholder}
              leading={leading}
              clearable={canClear}
            />
          </Trigger>
        </SelectFrame>
        <ComboboxPopup
          label={attributes['aria-label']}
          labelId={attributes['aria-labelledby']}
          searchPlaceholder={searchPlaceholder}
          emptyText={emptyText}
          loading={loading}
        />
      </Base.Root>
    </CSPProvider>
  );
}

const Trigger = styled(Base.Trigger)`
  ${selectTrigger}
`;

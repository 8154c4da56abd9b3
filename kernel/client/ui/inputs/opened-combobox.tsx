import { Combobox as Base } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ComboboxPopup } from './combobox-popup.tsx';
import type { ComboboxProps } from './combobox-props.ts';
import { useControl, useFieldLabelId } from './field-context.ts';
import { InnerButton } from '../buttons/inner-button.tsx';
import { findOption, matchesQuery, type Option } from './option.ts';
import { OptionText } from './option-row.tsx';
import { selectTrigger, selectValue } from './select-trigger-style.ts';
import { useUiTexts } from '../texts/texts.tsx';

/** A combobox from the moment it is first opened; use `Combobox`. */
export function OpenedCombobox<Value extends string | number>({
  options,
  value,
  onChange,
  onBlur,
  selectedOption: chosenElsewhere,
  onSearch,
  loading = false,
  clearable = false,
  placeholder,
  searchPlaceholder,
  emptyText,
  disabled = false,
  leading,
  ref,
  'aria-label': label,
  ...rest
}: ComboboxProps<Value>) {
  const texts = useUiTexts();
  const control = useControl(rest);
  const labelId = useFieldLabelId();
  const [query, setQuery] = useState('');
  const chosen =
    findOption(options, value) ?? (chosenElsewhere?.value === value ? chosenElsewhere : null) ?? null;
  const canClear = clearable && chosen !== null && !disabled;

  function search(text: string): void {
    setQuery(text);
    onSearch?.(text);
  }

  return (
    <CSPProvider disableStyleElements>
      <Base.Root<Option<Value>>
        items={options}
        value={chosen}
        onValueChange={(option, change) => {
          // Escape leaves; it does not throw away.
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
        <Frame>
          <Trigger
            {...control}
            ref={ref}
            onBlur={onBlur}
            aria-label={label}
            aria-labelledby={label === undefined ? labelId : undefined}
          >
            {leading}
            <Value data-placeholder={chosen === null || undefined}>
              {chosen === null ? (
                <span>{placeholder ?? texts.select}</span>
              ) : (
                <OptionText option={{ ...chosen, hint: undefined }} />
              )}
            </Value>
            {canClear ? <Room /> : null}
            <ChevronDown aria-hidden="true" />
          </Trigger>
          {canClear ? (
            <Clear>
              <InnerButton label={texts.clear} onClick={() => onChange(null)}>
                <X />
              </InnerButton>
            </Clear>
          ) : null}
        </Frame>
        <ComboboxPopup
          label={label}
          labelId={labelId}
          searchPlaceholder={searchPlaceholder}
          emptyText={emptyText}
          loading={loading}
        />
      </Base.Root>
    </CSPProvider>
  );
}

const Frame = styled.div`
  position: relative;
  width: 100%;
  min-width: 0;
`;

const Trigger = styled(Base.Trigger)`
  ${selectTrigger}
`;

const Value = styled.span`
  ${selectValue}
`;

const Room = styled.span`
  flex: none;
  width: 20px;
`;

const Clear = styled.span`
  position: absolute;
  inset-block: 4px;
  right: 30px;
`;

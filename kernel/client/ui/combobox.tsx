import { Combobox as Base } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { ChevronDown, X } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import { styled } from 'styled-components';
import { ComboboxPopup } from './combobox-popup.tsx';
import { useControl, useFieldLabelId } from './field-context.ts';
import { InnerButton } from './inner-button.tsx';
import { findOption, matchesQuery, type Option } from './option.ts';
import { OptionText } from './option-row.tsx';
import { selectTrigger, selectValue } from './select-trigger-style.ts';
import { useUiTexts } from './texts.tsx';

export interface ComboboxProps<Value extends string | number> {
  readonly options: readonly Option<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
  readonly onBlur?: (() => void) | undefined;
  /** The option to show for a value that is not among the options, such as one on another page of the server. */
  readonly chosen?: Option<Value> | undefined;
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

/** One of many, found by typing: closed it looks like a select, open it has a search box over the list. */
export function Combobox<Value extends string | number>({
  options,
  value,
  onChange,
  onBlur,
  chosen: chosenElsewhere,
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
                (placeholder ?? texts.select)
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

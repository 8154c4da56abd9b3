import { Combobox as Base } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useState } from 'react';
import { styled } from 'styled-components';
import { type ComboboxProps, findOption, matchesQuery, type Option } from './option.ts';
import {
  OptionText,
  SelectContent,
  SelectFrame,
  selectTrigger,
  useTriggerAttributes,
} from './select-trigger.tsx';
import { Check, Search } from 'lucide-react';
import { bareInput } from '../field/control-style.ts';
import { popupIndicator, popupLayer, popupList, popupRow, popupSurface } from '../../overlays/popup-style.ts';
import { Spinner } from '../../buttons/spinner.tsx';
import { useText } from '../../../i18n/i18n.ts';

/** A combobox once it has been opened; use `Combobox`. */
export function OpenedCombobox<Value extends string | number>({
  options,
  value,
  onChange,
  onBlur,
  loading = false,
  clearable = false,
  placeholder,
  emptyText,
  disabled = false,
  ref,
  ...names
}: ComboboxProps<Value>) {
  const attributes = useTriggerAttributes(names);
  const [query, setQuery] = useState('');
  const selected = findOption(options, value);
  const canClear = clearable && selected !== null && !disabled;

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
        onInputValueChange={setQuery}
        filter={matchesQuery}
        isItemEqualToValue={(one, other) => one.value === other.value}
        autoHighlight
        defaultOpen
        disabled={disabled}
      >
        <SelectFrame onClear={canClear ? () => onChange(null) : undefined}>
          <Trigger {...attributes} ref={ref} onBlur={onBlur}>
            <SelectContent selected={selected} placeholder={placeholder} clearable={canClear} />
          </Trigger>
        </SelectFrame>
        <ComboboxPopup
          label={attributes['aria-label']}
          labelId={attributes['aria-labelledby']}
          emptyText={emptyText}
          loading={loading}
        />
      </Base.Root>
    </CSPProvider>
  );
}

interface ComboboxPopupProps {
  readonly label: string | undefined;
  readonly labelId: string | undefined;
  readonly emptyText: string | undefined;
  readonly loading: boolean;
}

/** A search box above a list of options, with its loading and empty states. */
export function ComboboxPopup({ label, labelId, emptyText, loading }: ComboboxPopupProps) {
  const t = useText();
  return (
    <Base.Portal>
      <Layer sideOffset={4} align="start">
        <Popup aria-label={label} aria-labelledby={label === undefined ? labelId : undefined}>
          <SearchRow>
            <Search />
            <SearchBox placeholder={t('ui.search')} aria-label={t('ui.search')} />
          </SearchRow>
          <Base.Status>
            {loading ? (
              <Message>
                <Spinner label="" />
                {t('ui.loading')}
              </Message>
            ) : null}
          </Base.Status>
          <Base.Empty>{loading ? null : <Message>{emptyText ?? t('ui.noOptions')}</Message>}</Base.Empty>
          <List>
            {(option: Option<string | number>) => (
              <Row key={option.value} value={option} disabled={option.disabled}>
                <OptionText option={option} />
                <Indicator>
                  <Check />
                </Indicator>
              </Row>
            )}
          </List>
        </Popup>
      </Layer>
    </Base.Portal>
  );
}

const Trigger = styled(Base.Trigger)`
  ${selectTrigger}
`;

const Layer = styled(Base.Positioner)`
  ${popupLayer}
`;

const Popup = styled(Base.Popup)`
  ${popupSurface}
  width: max(200px, var(--anchor-width));
`;

const SearchRow = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s2);
  height: calc(var(--control) + 4px);
  padding: 0 14px;
  border-bottom: 1px solid var(--line);

  > svg {
    flex: none;
    width: 16px;
    height: 16px;
    color: var(--text-3);
  }
`;

const SearchBox = styled(Base.Input)`
  ${bareInput}
  font-size: var(--control-font);
`;

const List = styled(Base.List)`
  ${popupList}

  &[data-empty] {
    padding: 0;
  }
`;

const Row = styled(Base.Item)`
  ${popupRow}
`;

const Indicator = styled(Base.ItemIndicator)`
  ${popupIndicator}
`;

const Message = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s2);
  padding: 12px 14px;
  color: var(--text-2);
`;

import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { styled } from 'styled-components';
import { useControl, useFieldLabelId } from './field-context.ts';
import { findOption, type Option } from './option.ts';
import { OptionText } from './option-row.tsx';
import { popupIndicator, popupLayer, popupList, popupRow, popupSurface } from '../overlays/popup-style.ts';
import type { SelectProps } from './select-props.ts';
import { selectTrigger, selectValue } from './select-trigger-style.ts';
import { useUiTexts } from '../texts/texts.tsx';

/** A select from the moment it is first opened; use `Select`. */
export function OpenedSelect<Value extends string | number>({
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  disabled = false,
  leading,
  ref,
  'aria-label': label,
  ...rest
}: SelectProps<Value>) {
  const texts = useUiTexts();
  const control = useControl(rest);
  const labelId = useFieldLabelId();
  const chosen = findOption(options, value);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root<Option<Value>>
        value={chosen}
        onValueChange={(option) => option && onChange(option.value)}
        isItemEqualToValue={(one, other) => one.value === other.value}
        disabled={disabled}
        defaultOpen
        modal={false}
      >
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
          <ChevronDown aria-hidden="true" />
        </Trigger>
        <Base.Portal>
          <Layer sideOffset={4} align="start" alignItemWithTrigger={false}>
            <Popup>
              <List>
                {options.length === 0 ? <Empty>{texts.noOptions}</Empty> : null}
                {options.map((option) => (
                  <Row key={option.value} value={option} label={option.label} disabled={option.disabled}>
                    <OptionText option={option} />
                    <Indicator>
                      <Check aria-hidden="true" />
                    </Indicator>
                  </Row>
                ))}
              </List>
            </Popup>
          </Layer>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

const Trigger = styled(Base.Trigger)`
  ${selectTrigger}
`;

const Value = styled.span`
  ${selectValue}
`;

const Layer = styled(Base.Positioner)`
  ${popupLayer}
`;

const Popup = styled(Base.Popup)`
  ${popupSurface}
  min-width: var(--anchor-width);
`;

const List = styled(Base.List)`
  ${popupList}
`;

const Row = styled(Base.Item)`
  ${popupRow}
`;

const Indicator = styled(Base.ItemIndicator)`
  ${popupIndicator}
`;

const Empty = styled.div`
  padding: 8px 10px;
  color: var(--text-2);
`;

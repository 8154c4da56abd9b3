import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check } from 'lucide-react';
import { styled } from 'styled-components';
import { popupIndicator, popupLayer, popupList, popupRow, popupSurface } from '../../overlays/popup-style.ts';
import { useText } from '../../../i18n/i18n.ts';
import { findOption, type Option, type SelectProps } from './option.ts';
import { OptionText, SelectContent, selectTrigger, useTriggerAttributes } from './select-trigger.tsx';

/** A select once it has been opened; use `Select`. */
export function OpenedSelect<Value extends string | number>({
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  disabled = false,
  ref,
  ...names
}: SelectProps<Value>) {
  const t = useText();
  const attributes = useTriggerAttributes(names);
  const selected = findOption(options, value);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root<Option<Value>>
        value={selected}
        onValueChange={(option) => option && onChange(option.value)}
        isItemEqualToValue={(one, other) => one.value === other.value}
        disabled={disabled}
        defaultOpen
        modal={false}
      >
        <Trigger {...attributes} ref={ref} onBlur={onBlur}>
          <SelectContent selected={selected} placeholder={placeholder} />
        </Trigger>
        <Base.Portal>
          <Layer sideOffset={4} align="start" alignItemWithTrigger={false}>
            <Popup>
              <List>
                {options.length === 0 ? <Empty>{t('ui.noOptions')}</Empty> : null}
                {options.map((option) => (
                  <Row key={option.value} value={option} label={option.label} disabled={option.disabled}>
                    <OptionText option={option} />
                    <Indicator>
                      <Check />
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

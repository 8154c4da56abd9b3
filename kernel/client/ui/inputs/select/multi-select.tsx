import { Combobox as Base } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { media } from '../../layout/breakpoints.ts';
import { RemovableChip } from '../choice/chips.tsx';
import { ComboboxPopup } from './opened-combobox.tsx';
import { controlBox } from '../field/control-style.ts';
import { type ComboboxProps, matchesQuery, type Option } from './option.ts';
import { useTriggerAttributes } from './select-trigger.tsx';
import { useText } from '../../../i18n/i18n.ts';
import { VisuallyHidden } from '../../layout/visually-hidden.tsx';

export interface MultiSelectProps<Value extends string | number> extends Omit<
  ComboboxProps<Value>,
  'value' | 'onChange' | 'clearable'
> {
  readonly value: readonly Value[];
  readonly onChange: (value: Value[]) => void;
}

/** A multi-select with search; selected options are chips in the box. */
export function MultiSelect<Value extends string | number>({
  options,
  value,
  onChange,
  onBlur,
  loading = false,
  placeholder,
  emptyText,
  disabled = false,
  ref,
  ...names
}: MultiSelectProps<Value>) {
  const t = useText();
  const attributes = useTriggerAttributes(names);
  const { selected, others } = selectedOptions(options, value);
  const remove = (removed: Value) => onChange(value.filter((one) => one !== removed));
  function removeLast(event: KeyboardEvent): void {
    // The last visible chip: the user would not notice that a value without a chip is gone.
    const last = selected.at(-1)?.value;
    if (event.key === 'Backspace' && last !== undefined) remove(last);
  }

  return (
    <CSPProvider disableStyleElements>
      <Base.Root<Option<Value>, true>
        multiple
        items={options}
        value={selected}
        onValueChange={(next, change) => {
          // Escape closes the list; it does not clear the selection.
          if (change.reason === 'escape-key') change.cancel();
          else onChange([...others, ...next.map((option) => option.value)]);
        }}
        filter={matchesQuery}
        isItemEqualToValue={(one, other) => one.value === other.value}
        autoHighlight
        disabled={disabled}
      >
        <Box>
          <Trigger {...attributes} ref={ref} onBlur={onBlur} onKeyDown={removeLast}>
            {selected.length === 0 ? (
              <Placeholder>{placeholder ?? t('ui.select')}</Placeholder>
            ) : (
              <VisuallyHidden>{t('ui.selectedCount', { count: selected.length })}</VisuallyHidden>
            )}
          </Trigger>
          <SelectedChips selected={selected} disabled={disabled} onRemove={remove} />
          <ChevronDown />
        </Box>
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

/** The options of values, and the values without one. */
function selectedOptions<Value extends string | number>(
  options: readonly Option<Value>[],
  value: readonly Value[],
) {
  const known = new Map(options.map((option) => [option.value, option]));
  return {
    selected: value.flatMap((one) => known.get(one) ?? []),
    // For example of a record added after the options were read; the user has not removed them.
    others: value.filter((one) => !known.has(one)),
  };
}

interface SelectedChipsProps<Value extends string | number> {
  readonly selected: readonly Option<Value>[];
  readonly disabled: boolean;
  readonly onRemove: (value: Value) => void;
}

function SelectedChips<Value extends string | number>({
  selected,
  disabled,
  onRemove,
}: SelectedChipsProps<Value>) {
  return (
    <Chips>
      {selected.map(({ value, label }) => (
        <RemovableChip
          key={value}
          inControl
          label={label}
          disabled={disabled}
          onRemove={() => onRemove(value)}
        />
      ))}
    </Chips>
  );
}

const Box = styled.div`
  position: relative;
  display: flex;
  width: 100%;
  min-height: var(--control);
  padding: 4px 11px 4px 4px;

  > svg {
    position: relative;
    flex: none;
    width: 16px;
    height: 28px;
    color: var(--text-3);
    pointer-events: none;
  }

  ${media.phone} {
    > svg {
      height: 36px;
    }
  }
`;

/** Below the chips and as large as the box, so that a click beside a chip opens the list. */
const Trigger = styled(Base.Trigger)`
  ${controlBox}
  position: absolute;
  inset: 0;
  padding: 0 11px;
  text-align: start;
`;

const Placeholder = styled.span`
  color: var(--text-3);
`;

const Chips = styled.div`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  flex: 1;
  min-width: 0;
  pointer-events: none;
`;

import { Combobox as Base } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { ChevronDown, X } from 'lucide-react';
import { useRef, type Ref } from 'react';
import { styled } from 'styled-components';
import { media } from './breakpoints.ts';
import { ComboboxLayer, ComboboxList, ComboboxPopup } from './combobox-list.tsx';
import { bareInput, controlBox } from './control-style.ts';
import { useControl, useFieldLabelId } from './field-context.ts';
import { matchesQuery, type Option } from './option.ts';
import { useUiTexts } from './texts.tsx';
import { ellipsis } from './tokens.ts';

export interface MultiSelectProps<Value extends string | number> {
  readonly options: readonly Option<Value>[];
  readonly value: readonly Value[];
  readonly onChange: (value: Value[]) => void;
  readonly onBlur?: (() => void) | undefined;
  /** Options for values that are not among `options`. */
  readonly chosen?: readonly Option<Value>[] | undefined;
  /** Asks the server instead of filtering here. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly loading?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly emptyText?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly id?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** Several of many, found by typing; the chosen ones stand as chips in the box. */
export function MultiSelect<Value extends string | number>({
  options,
  value,
  onChange,
  onBlur,
  chosen = [],
  onSearch,
  loading = false,
  placeholder,
  emptyText,
  disabled = false,
  ref,
  'aria-label': label,
  ...rest
}: MultiSelectProps<Value>) {
  const texts = useUiTexts();
  const control = useControl(rest);
  const labelId = useFieldLabelId();
  const box = useRef<HTMLDivElement>(null);
  const known = new Map([...chosen, ...options].map((option) => [option.value, option]));
  const selected = value.flatMap((one) => known.get(one) ?? []);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root<Option<Value>, true>
        multiple
        items={options}
        value={selected}
        onValueChange={(next, change) => {
          // Escape leaves; it does not throw away.
          if (change.reason === 'escape-key') change.cancel();
          else onChange(next.map((option) => option.value));
        }}
        onInputValueChange={(text) => onSearch?.(text)}
        filter={onSearch ? null : matchesQuery}
        isItemEqualToValue={(one, other) => one.value === other.value}
        autoHighlight
        disabled={disabled}
      >
        <Box ref={box}>
          <Base.Chips render={<Chips />}>
            {selected.map((option) => (
              <Chip key={option.value} aria-label={option.label}>
                <ChipText>{option.label}</ChipText>
                <ChipRemove aria-label={texts.removeItem(option.label)}>
                  <X size={13} aria-hidden="true" />
                </ChipRemove>
              </Chip>
            ))}
            <Input
              {...control}
              ref={ref}
              onBlur={onBlur}
              aria-label={label}
              aria-labelledby={label === undefined ? labelId : undefined}
              placeholder={selected.length > 0 ? '' : (placeholder ?? texts.select)}
            />
          </Base.Chips>
          <ChevronDown aria-hidden="true" />
        </Box>
        <Base.Portal>
          <ComboboxLayer sideOffset={4} align="start" anchor={box}>
            <ComboboxPopup aria-label={label} aria-labelledby={label === undefined ? labelId : undefined}>
              <ComboboxList loading={loading} emptyText={emptyText} />
            </ComboboxPopup>
          </ComboboxLayer>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

const Box = styled.div`
  ${controlBox}
  display: flex;
  width: 100%;
  min-height: var(--control);
  padding: 3px 10px 3px 4px;

  > svg {
    flex: none;
    width: 16px;
    margin-top: calc((var(--control) - 8px - 24px) / 2);
    color: var(--text-3);
    pointer-events: none;
  }
`;

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  flex: 1;
  min-width: 0;
`;

const Chip = styled(Base.Chip)`
  display: inline-flex;
  align-items: center;
  min-width: 0;
  max-width: 100%;
  height: 28px;
  padding-left: 9px;
  border-radius: 4px;
  background: var(--fill);
  font-size: 13px;
  outline: none;

  &:focus,
  &[data-highlighted] {
    background: var(--accent-soft);
    color: var(--accent-strong);
    box-shadow: inset 0 0 0 1.5px var(--accent);
  }

  ${media.phone} {
    height: 36px;
  }
`;

const ChipText = styled.span`
  ${ellipsis}
`;

const ChipRemove = styled(Base.ChipRemove)`
  display: grid;
  place-items: center;
  flex: none;
  width: 26px;
  height: 100%;
  padding: 0;
  border: 0;
  background: none;
  color: var(--text-3);

  &:hover {
    color: var(--text);
  }

  ${media.phone} {
    width: 36px;
  }
`;

const Input = styled(Base.Input)`
  ${bareInput}
  width: 64px;
  min-width: 64px;
  height: 28px;
  padding: 0 7px;

  ${media.phone} {
    height: 36px;
  }
`;

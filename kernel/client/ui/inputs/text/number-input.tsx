import { NumberField } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import type { Ref } from 'react';
import { css, styled } from 'styled-components';
import { bareInput, controlBox } from '../field/control-style.ts';
import { useControl } from '../field/field.tsx';
import { useText } from '../../../i18n/i18n.ts';

export interface NumberInputProps {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Hides the step buttons, for long numbers such as an amount. */
  readonly plain?: boolean | undefined;
  /** The input, so that a form can focus it. */
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** A number, typed or stepped with buttons and arrow keys; `null` if empty. */
export function NumberInput({ value, onChange, onBlur, min, max, plain = false, ref }: NumberInputProps) {
  const t = useText();
  const { id, ...control } = useControl({});
  return (
    <NumberField.Root
      value={value}
      onValueChange={(next) => onChange(next)}
      min={min}
      max={max}
      format={format}
      id={id}
    >
      <Box>
        {plain ? null : (
          <Decrement aria-label={t('ui.decrease')}>
            <Minus size={16} />
          </Decrement>
        )}
        <Input {...control} ref={ref} onBlur={onBlur} $plain={plain} />
        {plain ? null : (
          <Increment aria-label={t('ui.increase')}>
            <Plus size={16} />
          </Increment>
        )}
      </Box>
    </NumberField.Root>
  );
}

const format = { maximumFractionDigits: 0, useGrouping: false };

const Box = styled(NumberField.Group)`
  ${controlBox}
  display: flex;
  align-items: stretch;
  width: 100%;
  height: var(--control);
`;

const Input = styled(NumberField.Input)<{ $plain: boolean }>`
  ${bareInput}
  padding: 0 11px;
  text-align: ${({ $plain }) => ($plain ? 'start' : 'center')};
  font-variant-numeric: tabular-nums;
`;

const step = css`
  display: grid;
  place-items: center;
  flex: none;
  width: var(--control);
  padding: 0;
  border: 0 solid var(--line);
  background: none;
  color: var(--text-2);

  &:hover:not(:disabled) {
    background: var(--hover);
    color: var(--text);
  }
  &:disabled {
    color: var(--line-strong);
    cursor: not-allowed;
  }
`;

const Decrement = styled(NumberField.Decrement)`
  ${step}
  border-right-width: 1px;
  border-radius: 5px 0 0 5px;
`;

const Increment = styled(NumberField.Increment)`
  ${step}
  border-left-width: 1px;
  border-radius: 0 5px 5px 0;
`;

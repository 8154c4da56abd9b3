import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ChoiceLabel, ChoiceText } from './choice.tsx';
import { useControl, useFieldLabelId } from './field-context.ts';

export interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean | undefined;
}

export interface RadioGroupProps<Value extends string> {
  readonly options: readonly RadioOption<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly direction?: 'row' | 'column' | undefined;
  readonly name?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** What is chosen, where no `<Field group>` stands around. */
  readonly 'aria-label'?: string | undefined;
}

/** One of a few, all in sight. Put it in a `<Field group>`. */
export function RadioGroup<Value extends string>({
  options,
  value,
  onChange,
  onBlur,
  direction = 'column',
  name,
  disabled = false,
  'aria-label': label,
}: RadioGroupProps<Value>) {
  const generated = useId();
  const labelId = useFieldLabelId();
  const { id, ...control } = useControl({});
  return (
    <Group
      {...control}
      id={id}
      role="radiogroup"
      aria-label={label}
      aria-labelledby={label === undefined ? labelId : undefined}
      onBlur={onBlur}
      $direction={direction}
    >
      {options.map((option) => (
        <ChoiceLabel key={option.value}>
          <Dot
            type="radio"
            name={name ?? generated}
            value={option.value}
            checked={option.value === value}
            disabled={disabled || option.disabled}
            onChange={() => onChange(option.value)}
          />
          <ChoiceText label={option.label} hint={option.hint} />
        </ChoiceLabel>
      ))}
    </Group>
  );
}

const Group = styled.div<{ $direction: 'row' | 'column' }>`
  display: flex;
  flex-flow: ${({ $direction }) => $direction} wrap;
  gap: ${({ $direction }) => ($direction === 'row' ? '0 20px' : '2px')};
`;

const Dot = styled.input`
  appearance: none;
  flex: none;
  width: 18px;
  height: 18px;
  margin: 1px 0;
  border: 1.5px solid var(--line-control);
  border-radius: 50%;
  background: var(--surface);
  transition: border-width var(--fast);

  &:checked {
    border: 5.5px solid var(--accent);
  }

  &:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

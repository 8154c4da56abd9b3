import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from 'react';
import { css, styled } from 'styled-components';
import { useControl, useFieldLabelId } from '../field/field.tsx';
import { media } from '../../layout/breakpoints.ts';
import { VisuallyHidden } from '../../layout/visually-hidden.tsx';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Neither on nor off, for example if some of the items are selected. */
  readonly indeterminate?: boolean | undefined;
  readonly labelHidden?: boolean | undefined;
}

/** A checkbox with its label. */
export function Checkbox({
  label,
  hint,
  indeterminate = false,
  labelHidden = false,
  ref,
  ...rest
}: CheckboxProps) {
  const { id: _fieldId, ...control } = useControl({ 'aria-describedby': rest['aria-describedby'] });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <ChoiceLabel>
      <Box
        {...control}
        {...rest}
        type="checkbox"
        ref={(element) => {
          input.current = element;
          if (typeof ref === 'function') return ref(element);
          if (ref) ref.current = element;
          return undefined;
        }}
      />
      <ChoiceText label={label} hint={hint} hidden={labelHidden} />
    </ChoiceLabel>
  );
}

const tick = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23000' stroke-width='2.4' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m3.5 8.5 3 3 6-6.5'/%3E%3C/svg%3E")`;
const dash = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23000' stroke-width='2.4' stroke-linecap='round'%3E%3Cpath d='M4 8h8'/%3E%3C/svg%3E")`;

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
}

/** Radio buttons. Put them in a `<Field group>`. */
export function RadioGroup<Value extends string>({
  options,
  value,
  onChange,
  onBlur,
  direction = 'column',
}: RadioGroupProps<Value>) {
  const name = useId();
  const labelId = useFieldLabelId();
  const { id, ...control } = useControl({});
  return (
    <Group
      {...control}
      id={id}
      role="radiogroup"
      aria-labelledby={labelId}
      onBlur={onBlur}
      $direction={direction}
    >
      {options.map((option) => (
        <ChoiceLabel key={option.value}>
          <Dot
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <ChoiceText label={option.label} hint={option.hint} />
        </ChoiceLabel>
      ))}
    </Group>
  );
}

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly labelHidden?: boolean | undefined;
}

/** A switch that takes effect immediately, without saving. */
export function Switch({ label, hint, labelHidden = false, ...rest }: SwitchProps) {
  return (
    <ChoiceLabel>
      {/* The checkbox itself conveys its state. */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <Track {...rest} type="checkbox" role="switch" />
      <ChoiceText label={label} hint={hint} hidden={labelHidden} />
    </ChoiceLabel>
  );
}

/** The text beside a checkbox, a radio button or a switch. */
export function ChoiceText({
  label,
  hint,
  hidden = false,
}: {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly hidden?: boolean | undefined;
}) {
  if (hidden) return <VisuallyHidden>{label}</VisuallyHidden>;
  return (
    <Words>
      {label}
      {hint === undefined ? null : <Hint data-hint="">{hint}</Hint>}
    </Words>
  );
}

/** The row, clickable anywhere. */
export const ChoiceLabel = styled.label`
  position: relative;
  display: inline-flex;
  align-items: flex-start;
  gap: 10px;
  padding: 4px 0;
  font-size: 14px;
  line-height: 20px;

  &:has(input:disabled) {
    color: var(--text-3);
  }

  ${media.phone} {
    min-width: 44px;
    min-height: 44px;
    padding: 12px 0;

    /* A hint makes the target high enough for touch. */
    &:has([data-hint]) {
      padding: 4px 0;
    }
  }
`;

/** In forced-colors mode the browser draws the controls, since those drawn with backgrounds would be invisible. */
const systemControl = css`
  @media (forced-colors: active) {
    appearance: auto;

    &::after {
      display: none;
    }
  }
`;

const Box = styled.input`
  appearance: none;
  display: grid;
  place-items: center;
  flex: none;
  width: 18px;
  height: 18px;
  margin: 1px 0;
  border: 1.5px solid var(--line-control);
  border-radius: 4px;
  background: var(--surface);
  transition:
    background-color var(--fast),
    border-color var(--fast);

  &::after {
    content: '';
    width: 16px;
    height: 16px;
    background: var(--on-accent);
    mask: ${tick} center / contain no-repeat;
    opacity: 0;
  }

  &:indeterminate::after {
    mask-image: ${dash};
  }

  &:is(:checked, :indeterminate) {
    border-color: var(--accent);
    background: var(--accent);

    &::after {
      opacity: 1;
    }
  }

  &[aria-invalid='true'] {
    border-color: var(--rejected);
  }

  &:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }

  ${systemControl}
`;

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

  ${systemControl}
`;

const Track = styled.input`
  appearance: none;
  flex: none;
  width: 34px;
  height: 20px;
  margin: 0;
  padding: 2px;
  border-radius: 10px;
  background: var(--line-control);
  transition: background-color var(--fast);

  &::after {
    content: '';
    display: block;
    width: 16px;
    height: 16px;
    border-radius: 8px;
    background: #fff;
    box-shadow: 0 1px 2px rgb(0 0 0 / 0.25);
    transition: transform var(--fast) var(--ease);
  }

  &:checked {
    background: var(--accent);

    &::after {
      background: var(--on-accent);
      transform: translateX(14px);
    }
  }

  &:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }

  @media (forced-colors: active) {
    forced-color-adjust: none;
    padding: 1px;
    border: 1px solid ButtonText;
    background: Canvas;

    &::after {
      background: ButtonText;
    }

    &:checked {
      background: Highlight;

      &::after {
        background: HighlightText;
      }
    }
  }
`;

const Words = styled.span`
  min-width: 0;
`;

const Hint = styled.span`
  display: block;
  font-size: 12.5px;
  line-height: 18px;
  color: var(--text-2);
`;

import { useEffect, useRef, type ComponentPropsWithRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ChoiceLabel, ChoiceText } from './choice.tsx';
import { useControl } from './field-context.ts';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Neither on nor off, such as "some of them". */
  readonly indeterminate?: boolean | undefined;
  readonly labelHidden?: boolean | undefined;
}

/** A box to tick, with its label beside it. */
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
`;

import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { ChoiceLabel, ChoiceText } from './choice.tsx';

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly labelHidden?: boolean | undefined;
}

/** On or off, at once; for what needs no "save". */
export function Switch({ label, hint, labelHidden = false, ...rest }: SwitchProps) {
  return (
    <ChoiceLabel>
      {/* The box itself says whether it is on. */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <Track {...rest} type="checkbox" role="switch" />
      <ChoiceText label={label} hint={hint} hidden={labelHidden} />
    </ChoiceLabel>
  );
}

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
`;

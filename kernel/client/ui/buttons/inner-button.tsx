import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';

interface InnerButtonProps extends ComponentPropsWithRef<'button'> {
  readonly label: string;
}

/** A small icon button inside a control: show, clear, step, open. */
export function InnerButton({ label, ...rest }: InnerButtonProps) {
  return <Inner type="button" {...rest} aria-label={label} title={label} />;
}

const Inner = styled.button`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: calc(var(--control) - 8px);
  height: calc(var(--control) - 8px);
  padding: 0;
  border: 0;
  border-radius: 4px;
  background: none;
  color: var(--text-3);
  transition:
    background-color var(--fast),
    color var(--fast);

  &:hover:not(:disabled) {
    background: var(--hover);
    color: var(--text);
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  svg {
    width: 16px;
    height: 16px;
  }

  ${media.phone} {
    position: relative;

    /* A finger may miss it by a little. */
    &::after {
      content: '';
      position: absolute;
      inset: -4px;
    }
  }
`;

import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

export interface IconButtonProps extends Omit<
  ComponentPropsWithRef<'button'>,
  'aria-label' | 'title' | 'children'
> {
  /** The name of the action, for screen readers and as a tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: 'ghost' | 'default' | 'danger' | undefined;
  readonly size?: 'small' | 'medium' | undefined;
  /** A count in the corner, such as of unread notifications; 0 hides it, and null is shown as unknown. */
  readonly count?: number | null | undefined;
}

/** A square button with only an icon. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'medium',
  count = 0,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Square
      {...rest}
      type={type}
      aria-label={count ? undefined : label}
      title={label}
      $variant={variant}
      $size={size}
    >
      {icon}
      {count === null ? <Count $unknown>?</Count> : null}
      {count ? (
        <>
          <VisuallyHidden>{label}</VisuallyHidden>
          <Count>{count > 99 ? '99+' : count}</Count>
        </>
      ) : null}
    </Square>
  );
}

interface InnerButtonProps extends ComponentPropsWithRef<'button'> {
  readonly label: string;
}

/** A small icon button inside a control: show, clear, step, open. */
export function InnerButton({ label, ...rest }: InnerButtonProps) {
  return <Inner type="button" {...rest} aria-label={label} title={label} />;
}

const Square = styled.button<{ $variant: 'ghost' | 'default' | 'danger'; $size: 'small' | 'medium' }>`
  position: relative;
  display: inline-grid;
  place-items: center;
  flex: none;
  width: ${({ $size }) => ($size === 'small' ? 'var(--control-small)' : 'var(--control)')};
  height: ${({ $size }) => ($size === 'small' ? 'var(--control-small)' : 'var(--control)')};
  border: 1px solid ${({ $variant }) => ($variant === 'default' ? 'var(--line-strong)' : 'transparent')};
  border-radius: var(--r1);
  background: ${({ $variant }) => ($variant === 'default' ? 'var(--surface)' : 'none')};
  color: var(--text-2);
  transition:
    background-color var(--fast),
    color var(--fast);

  &:hover:not(:disabled, [aria-disabled='true']),
  &[aria-expanded='true'] {
    background: ${({ $variant }) => ($variant === 'danger' ? 'var(--rejected-soft)' : 'var(--hover)')};
    color: ${({ $variant }) => ($variant === 'danger' ? 'var(--rejected)' : 'var(--text)')};
  }

  &:active:not(:disabled, [aria-disabled='true']) {
    background: ${({ $variant }) => ($variant === 'danger' ? 'var(--rejected-soft)' : 'var(--press)')};
  }

  &[aria-pressed='true'] {
    background: var(--accent-soft);
    color: var(--accent-strong);
  }

  &:disabled,
  &[aria-disabled='true'] {
    opacity: 0.5;
    cursor: not-allowed;
  }

  svg {
    width: ${({ $size }) => ($size === 'small' ? '16px' : '18px')};
    height: ${({ $size }) => ($size === 'small' ? '16px' : '18px')};
    stroke-width: 1.75;
  }

  ${media.phone} {
    svg {
      width: 20px;
      height: 20px;
    }
  }
`;

const Count = styled.span<{ $unknown?: boolean }>`
  position: absolute;
  top: 1px;
  right: 0;
  min-width: 16px;
  height: 16px;
  padding: 0 4px;
  border-radius: 8px;
  background: ${({ $unknown }) => ($unknown ? 'var(--text-2)' : 'var(--danger)')};
  color: ${({ $unknown }) => ($unknown ? 'var(--surface)' : 'var(--on-danger)')};
  font: 600 10px/16px var(--font);
  text-align: center;
  font-variant-numeric: tabular-nums;
`;

const Inner = styled.button`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: calc(var(--control) - 8px);
  height: calc(var(--control) - 8px);
  border-radius: 4px;
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

    /* Enlarges the target for touch. */
    &::after {
      content: '';
      position: absolute;
      inset: -4px;
    }
  }
`;

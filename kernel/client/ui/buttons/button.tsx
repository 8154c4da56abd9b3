import { css, styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

/** The props that a button's style depends on. */
export interface ButtonStyleProps {
  readonly $variant: ButtonVariant;
  readonly $size: ButtonSize;
  readonly $wide?: boolean | undefined;
}

/** The style of buttons and of links that look like buttons. */
export const buttonStyle = css<ButtonStyleProps>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--s2);
  width: ${({ $wide }) => ($wide ? '100%' : 'auto')};
  min-width: 0;
  border: 1px solid transparent;
  border-radius: var(--r1);
  font-weight: 550;
  line-height: 20px;
  text-decoration: none;
  white-space: nowrap;
  user-select: none;
  transition:
    background-color var(--fast),
    border-color var(--fast),
    color var(--fast);
  ${({ $size }) => sizes[$size]}
  ${({ $variant }) => variants[$variant]}

  &:hover {
    text-decoration: none;
  }

  &:disabled,
  &[aria-disabled='true'] {
    opacity: 0.55;
    cursor: not-allowed;
  }

  &[aria-busy='true'] {
    opacity: 1;
    cursor: progress;
  }

  svg {
    flex: none;
    width: 16px;
    height: 16px;
  }

  ${media.phone} {
    min-height: 44px;
  }
`;

const sizes = {
  small: css`
    height: var(--control-small);
    padding: 0 10px;
    font-size: 13px;
  `,
  medium: css`
    height: var(--control);
    padding: 0 14px;
    font-size: 14px;
  `,
  large: css`
    height: 44px;
    padding: 0 18px;
    font-size: 15px;
  `,
};

const enabled = ':not(:disabled, [aria-disabled="true"])';

const variants = {
  primary: css`
    background: var(--accent);
    color: var(--on-accent);
    box-shadow: var(--shadow-1);

    &:hover${enabled} {
      background: var(--accent-strong);
    }
  `,
  default: css`
    background: var(--surface);
    border-color: var(--line-strong);
    color: var(--text);
    box-shadow: var(--shadow-1);

    &:hover${enabled}, &[aria-expanded='true'] {
      background: linear-gradient(var(--hover), var(--hover)), var(--surface);
    }
  `,
  ghost: css`
    background: none;
    color: var(--text-2);

    &:hover${enabled}, &[aria-expanded='true'] {
      background: var(--hover);
      color: var(--text);
    }
    &:active${enabled} {
      background: var(--press);
    }
  `,
  danger: css`
    background: var(--danger);
    color: var(--on-danger);
    box-shadow: var(--shadow-1);

    &:hover${enabled} {
      background: var(--danger-strong);
    }
  `,
};

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  /** Shows a spinner; the button keeps its focus and width and ignores clicks. */
  readonly loading?: boolean | undefined;
  readonly icon?: ReactNode;
  /** An icon after the text, such as a chevron. */
  readonly trailing?: ReactNode;
  /** Whether it has the full width. */
  readonly wide?: boolean | undefined;
}

/** A button, by default of type `button`. */
export function Button({
  variant = 'default',
  size = 'medium',
  loading = false,
  icon,
  trailing,
  wide,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (loading) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <ButtonRoot
      {...rest}
      type={type}
      onClick={press}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      $variant={variant}
      $size={size}
      $wide={wide}
    >
      {loading ? <Spinner /> : icon}
      {children}
      {trailing}
    </ButtonRoot>
  );
}

const ButtonRoot = styled.button<ButtonStyleProps>`
  ${buttonStyle}
`;

import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { buttonStyle, type ButtonStyleProps, type ButtonSize, type ButtonVariant } from './button-style.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  /** Shows that the work is under way; the button keeps its focus and its width and takes no press. */
  readonly loading?: boolean | undefined;
  readonly icon?: ReactNode;
  /** An icon after the words, such as a chevron. */
  readonly trailing?: ReactNode;
  /** As wide as its place. */
  readonly wide?: boolean | undefined;
}

/** A button. Not a submit button unless `type="submit"` is said. */
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

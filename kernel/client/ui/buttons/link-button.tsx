import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { styled } from 'styled-components';
import { buttonStyle, type ButtonStyleProps, type ButtonSize, type ButtonVariant } from './button.tsx';

export interface LinkButtonProps extends LinkProps {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly icon?: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({
  variant = 'default',
  size = 'medium',
  icon,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <LinkRoot {...rest} $variant={variant} $size={size}>
      {icon}
      {children}
    </LinkRoot>
  );
}

const LinkRoot = styled(Link)<ButtonStyleProps>`
  ${buttonStyle}
`;

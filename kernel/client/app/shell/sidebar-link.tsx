import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { Icon } from '../../ui/icons/icon.tsx';
import { media } from '../../ui/layout/breakpoints.ts';

/** A row of the sidebar. */
export const sidebarRow = css`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 36px;
  padding: 6px 10px;
  border-radius: var(--r1);
  background: none;
  color: var(--text-2);
  font-weight: 520;
  line-height: 20px;
  text-decoration: none;
  transition: background-color var(--fast);

  > svg {
    flex: none;
  }

  &:hover {
    background: var(--hover);
    color: var(--text);
    text-decoration: none;
  }

  &[data-active] {
    background: var(--accent-soft);
    color: var(--accent-strong);
  }

  ${media.phone} {
    min-height: 44px;
  }
`;

export interface SidebarLinkProps {
  readonly to: string;
  readonly active: boolean;
  readonly children: ReactNode;
  readonly icon?: string | undefined;
  /** Under a heading. */
  readonly sub?: boolean | undefined;
  readonly onNavigate?: (() => void) | undefined;
}

/** A link of the sidebar. */
export function SidebarLink({ to, active, children, icon, sub = false, onNavigate }: SidebarLinkProps) {
  return (
    <Row
      to={to}
      onClick={onNavigate}
      aria-current={active ? 'page' : undefined}
      data-active={active || undefined}
      data-sub={sub || undefined}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span>{children}</span>
    </Row>
  );
}

const Row = styled(Link)`
  ${sidebarRow}

  &[data-sub] {
    min-height: 32px;
    padding: 4px 10px 4px 38px;
    font-weight: 450;

    &[data-active] {
      background: none;
      font-weight: 600;
    }
  }

  ${media.phone} {
    &[data-sub] {
      min-height: 44px;
    }
  }
`;

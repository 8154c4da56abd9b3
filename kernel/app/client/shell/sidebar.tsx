import { css, styled } from 'styled-components';
import { useMenuLabel } from '#kernel/client/plugins/registry-store.ts';
import { BrandMark } from '#kernel/client/ui/icons/logo.tsx';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import {
  useAdmin,
  useDeployment,
  useName,
  useRegistry,
  useSession,
  useText,
  SlotView,
} from '#kernel/client/index.ts';
import { ellipsis, Icon, media } from '#kernel/client/ui/index.ts';
import { useIsFirstRenderDone } from '#kernel/client/data/first-render.ts';
import { menuSlot } from '#kernel/contract/plugin/slot.ts';
import type { MenuGroup } from '#kernel/contract/plugin/registry.ts';

/** The name of the installation, the signed-in admin, and the menu. */
export function Sidebar({ onNavigate }: { readonly onNavigate?: (() => void) | undefined }) {
  const t = useText();
  const nameOf = useName();
  const { name, logo } = useDeployment();
  const { rights } = useSession();
  const role = nameOf(useAdmin().role);
  const groups = useRegistry().menu(rights);
  return (
    <Column>
      <Brand>
        <BrandMark logo={logo} />
        <Words>
          <b>{name}</b>
          <small title={role}>{role}</small>
        </Words>
      </Brand>
      <Nav aria-label={t('shell.menu')}>
        {groups.map((group) => (
          <SidebarGroup key={group.plugin} group={group} onNavigate={onNavigate} />
        ))}
      </Nav>
    </Column>
  );
}

export interface SidebarGroupProps {
  readonly group: MenuGroup;
  readonly onNavigate?: (() => void) | undefined;
}

/** A plugin in the sidebar: a plain link, or a heading that opens its links. */
export function SidebarGroup({ group, onNavigate }: SidebarGroupProps) {
  const label = useMenuLabel();
  const { pathname } = useLocation();
  const id = useId();
  // Their code loads after the first render.
  const isDue = useIsFirstRenderDone();
  const active = isInside(group, pathname);
  const [chosen, setChosen] = useState<{ readonly open: boolean; readonly active: boolean } | null>(null);
  // A group opened by hand stays open; one closed by hand opens again when its page is opened.
  const open = chosen !== null && (chosen.active === active || chosen.open) ? chosen.open : active;
  const [only] = group.items;
  if (group.items.length === 1 && only) {
    return (
      <SidebarLink to={only.path} active={active} onNavigate={onNavigate} icon={group.icon}>
        {label(group.label)}
      </SidebarLink>
    );
  }
  return (
    <div>
      <Head
        type="button"
        aria-expanded={open}
        aria-controls={id}
        data-active={active || undefined}
        onClick={() => setChosen({ open: !open, active })}
      >
        <Icon name={group.icon} />
        <span>{label(group.label)}</span>
        <ChevronDown size={16} />
      </Head>
      <Items id={id} hidden={!open}>
        {group.items.map((item) => (
          <li key={item.id}>
            <SidebarLink to={item.path} active={pathname === item.path} onNavigate={onNavigate} sub>
              {label(item.label)}
            </SidebarLink>
          </li>
        ))}
        {open && isDue ? <SlotView slot={menuSlot} plugin={group.plugin} onNavigate={onNavigate} /> : null}
      </Items>
    </div>
  );
}

/** Whether a path belongs to a group: one of its pages, or a path with the same first segment. */
function isInside(group: MenuGroup, pathname: string): boolean {
  const root = pathname.split('/')[1];
  return group.items.some(({ path }) => path === pathname || path.split('/')[1] === root);
}

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
  /** Indented below a group's heading. */
  readonly sub?: boolean | undefined;
  readonly onNavigate?: (() => void) | undefined;
}

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

const Column = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
`;

const Brand = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  flex: none;
  padding: 14px 10px 12px 18px;
`;

const Words = styled.div`
  min-width: 0;

  b {
    display: block;
    ${ellipsis}
    font-size: 16px;
    line-height: 20px;
    font-weight: 650;
    letter-spacing: -0.01em;
  }

  small {
    display: block;
    ${ellipsis}
    color: var(--text-3);
    font-size: 12px;
    line-height: 16px;
  }
`;

const Nav = styled.nav`
  display: flex;
  flex-direction: column;
  flex: 1;
  gap: 2px;
  padding: 4px 10px 16px;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Head = styled.button`
  ${sidebarRow}
  width: 100%;
  border: 0;
  text-align: start;

  > span {
    flex: 1;
  }

  > svg:last-child {
    color: var(--text-3);
    transition: transform var(--fast) var(--ease);
  }

  &[aria-expanded='true'] > svg:last-child {
    transform: rotate(180deg);
  }
`;

const Items = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 1px;
  margin: 2px 0 4px;
`;

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

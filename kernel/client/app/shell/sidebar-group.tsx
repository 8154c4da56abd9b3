import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import type { MenuGroup } from '#kernel/contract/registry.ts';
import { useMenuLabel } from '../../plugins/menu-label.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { SidebarLink, sidebarRow } from './sidebar-link.tsx';

export interface SidebarGroupProps {
  readonly group: MenuGroup;
  readonly onNavigate?: (() => void) | undefined;
}

/** A plugin in the sidebar: a plain link, or a heading that opens its links. */
export function SidebarGroup({ group, onNavigate }: SidebarGroupProps) {
  const label = useMenuLabel();
  const { pathname } = useLocation();
  const id = useId();
  const active = isInside(group, pathname);
  const [chosen, setChosen] = useState<{ readonly open: boolean; readonly active: boolean } | null>(null);
  // What was opened by hand stays open; what was closed by hand opens again when one goes there.
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
        <ChevronDown size={16} aria-hidden="true" />
      </Head>
      <Items id={id} hidden={!open}>
        {group.items.map((item) => (
          <li key={item.id}>
            <SidebarLink to={item.path} active={pathname === item.path} onNavigate={onNavigate} sub>
              {label(item.label)}
            </SidebarLink>
          </li>
        ))}
      </Items>
    </div>
  );
}

/** Whether a path belongs to a group: one of its pages, or a page below the same first folder. */
function isInside(group: MenuGroup, pathname: string): boolean {
  const root = pathname.split('/')[1];
  return group.items.some(({ path }) => path === pathname || path.split('/')[1] === root);
}

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
  padding: 0;
  list-style: none;
`;

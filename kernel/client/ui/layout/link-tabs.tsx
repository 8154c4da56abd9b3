import { useRef, type ReactNode } from 'react';
import { NavLink, useMatch, useResolvedPath, type To } from 'react-router-dom';
import { styled } from 'styled-components';
import { tabCount, tabStyle, tabStrip } from './tab-style.ts';
import { useIsVisible } from './use-is-visible.ts';

export interface LinkTab {
  readonly to: To;
  readonly label: ReactNode;
  readonly count?: number | undefined;
  /** Whether it is only active at exactly this path, not below it. */
  readonly end?: boolean | undefined;
}

export interface LinkTabsProps {
  /** The accessible name of the tabs. */
  readonly label: string;
  readonly tabs: readonly LinkTab[];
}

/** Tabs that are routes: a navigation whose current link is marked. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <Strip aria-label={label}>
      {tabs.map((tab) => (
        <Tab key={typeof tab.to === 'string' ? tab.to : tab.to.pathname} {...tab} />
      ))}
    </Strip>
  );
}

function Tab({ to, label, count, end = false }: LinkTab) {
  const tab = useRef<HTMLAnchorElement>(null);
  const { pathname } = useResolvedPath(to);
  useIsVisible(tab, useMatch({ path: pathname, end }) !== null);
  return (
    // Tabs share a page, so the scroll position is preserved.
    <TabLink ref={tab} to={to} end={end} preventScrollReset>
      {label}
      {count === undefined ? null : <Count>{count}</Count>}
    </TabLink>
  );
}

const Strip = styled.nav`
  ${tabStrip}
`;

const TabLink = styled(NavLink)`
  ${tabStyle}
`;

const Count = styled.span`
  ${tabCount}
`;

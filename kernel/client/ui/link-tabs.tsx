import type { ReactNode } from 'react';
import { NavLink, type To } from 'react-router-dom';
import { styled } from 'styled-components';
import { tabCount, tabFace, tabStrip } from './tab-style.ts';

export interface LinkTab {
  readonly to: To;
  readonly label: ReactNode;
  readonly count?: number | undefined;
  /** In force at this very path only, not at the paths under it. */
  readonly end?: boolean | undefined;
}

export interface LinkTabsProps {
  /** What the tabs are of; read aloud. */
  readonly label: string;
  readonly tabs: readonly LinkTab[];
}

/** Tabs that are routes: a navigation whose current link is marked. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <Strip aria-label={label}>
      {tabs.map((tab) => (
        // Another tab is the same place: the page stays where it is scrolled to.
        <Face
          key={typeof tab.to === 'string' ? tab.to : tab.to.pathname}
          to={tab.to}
          end={tab.end ?? false}
          preventScrollReset
        >
          {tab.label}
          {tab.count === undefined ? null : <Count>{tab.count}</Count>}
        </Face>
      ))}
    </Strip>
  );
}

const Strip = styled.nav`
  ${tabStrip}
`;

const Face = styled(NavLink)`
  ${tabFace}
`;

const Count = styled.span`
  ${tabCount}
`;

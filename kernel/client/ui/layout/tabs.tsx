import { Tabs as Base } from '@base-ui/react/tabs';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { tabCount, tabStyle, tabStrip } from './tab-style.ts';

export interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly count?: number | undefined;
  readonly content: ReactNode;
  readonly disabled?: boolean | undefined;
  /** Whether the panel stays mounted while hidden, so that a form keeps its state. */
  readonly keep?: boolean | undefined;
}

export interface TabsProps {
  readonly tabs: readonly Tab[];
  /** The accessible name of the tabs. */
  readonly label: string;
  readonly value?: string | undefined;
  readonly onChange?: ((id: string) => void) | undefined;
}

/** Tabs without navigation. For tabs that are routes, use `LinkTabs`. */
export function Tabs({ tabs, label, value, onChange }: TabsProps) {
  const [chosen, setChosen] = useState(tabs[0]?.id);
  const shown = value ?? chosen;
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.id } : { value })}
      onValueChange={(next: string) => {
        setChosen(next);
        onChange?.(next);
      }}
    >
      <Strip aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <TabButton key={tab.id} value={tab.id} disabled={tab.disabled}>
            {tab.label}
            {tab.count === undefined ? null : <Count>{tab.count}</Count>}
          </TabButton>
        ))}
      </Strip>
      {tabs.map((tab) => (
        // Base UI hides the previous panel some frames later; until then it would push the new one down, and clicks
        // would miss.
        <Panel key={tab.id} value={tab.id} keepMounted={tab.keep ?? false} hidden={tab.id !== shown}>
          {tab.content}
        </Panel>
      ))}
    </Base.Root>
  );
}

const Strip = styled(Base.List)`
  ${tabStrip}
`;

const TabButton = styled(Base.Tab)`
  ${tabStyle}
`;

const Count = styled.span`
  ${tabCount}
`;

const Panel = styled(Base.Panel)`
  padding-top: var(--s4);
  outline-offset: 4px;
`;

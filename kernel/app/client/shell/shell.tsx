import { useCallback, useState } from 'react';
import { ScrollRestoration } from 'react-router-dom';
import { styled } from 'styled-components';
import { lazyComponent, media, useIsPhone } from '#kernel/client/ui/index.ts';
import { SlotView } from '#kernel/client/index.ts';
import { ProgressLine } from '#kernel/client/layout/progress-line.tsx';
import { ConnectionIndicator } from '#kernel/client/realtime/connection-indicator.tsx';
import { Announcer } from '#kernel/client/layout/announcer.tsx';
import { ShellRoutes } from './shell-routes.tsx';
import { TourHost } from '#kernel/client/tour/tour-host.tsx';
import { Sidebar } from './sidebar.tsx';
import type { SidebarDrawerProps } from './sidebar-drawer.tsx';
import { useLeaveQuestion } from '#kernel/client/navigation/leave-guard.ts';
import { mainId, SkipLink } from '#kernel/client/layout/skip-link.tsx';
import { TestModeBanner } from '#kernel/client/layout/test-mode-banner.tsx';
import { TopBar } from './top-bar.tsx';
import { floatingSlot } from '#kernel/contract/plugin/slot.ts';
import { useIsFirstRenderDone } from '#kernel/client/data/first-render.ts';

/** The frame of every page: banner, sidebar, top bar, and floating parts. */
export function Shell() {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  useLeaveQuestion();
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  return (
    <Page>
      <SkipLink />
      <ProgressLine />
      <TestModeBanner />
      <Frame>
        <Aside data-print="hidden" data-tour="menu">
          <Pinned>
            <Sidebar />
          </Pinned>
        </Aside>
        <DrawerHost open={isDrawerOpen} onClose={closeDrawer} />
        <Column>
          <TopBar onMenu={() => setDrawerOpen(true)} />
          <Main id={mainId} tabIndex={-1}>
            <ShellRoutes />
          </Main>
        </Column>
      </Frame>
      <ConnectionIndicator />
      <Announcer />
      <FloatingSlot />
      <TourHost />
      <ScrollRestoration />
    </Page>
  );
}

/** The menu on a phone; its code loads after the first render, or when its button is pressed. */
function DrawerHost(props: SidebarDrawerProps) {
  const isPhone = useIsPhone();
  const isDue = useIsFirstRenderDone();
  return props.open || (isPhone && isDue) ? <drawer.Component {...props} /> : null;
}

const drawer = lazyComponent(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer);

/** Floating parts above every page; their code loads after the first render. */
export function FloatingSlot() {
  return useIsFirstRenderDone() ? <SlotView slot={floatingSlot} /> : null;
}

const Page = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;

  ${media.print} {
    display: block;
  }
`;

const Frame = styled.div`
  display: flex;
  flex: 1;
`;

const Aside = styled.aside`
  z-index: var(--z-sidebar);
  flex: none;
  width: var(--sidebar-width);
  border-right: 1px solid var(--line);
  background: var(--surface);

  ${media.phone} {
    display: none;
  }
`;

const Pinned = styled.div`
  position: sticky;
  top: 0;
  height: 100%;
  max-height: 100dvh;
`;

const Column = styled.div`
  flex: 1;
  min-width: 0;
`;

const Main = styled.main`
  --sticky-top: var(--topbar-height);

  max-width: 1440px;
  padding: 20px 24px calc(40px + var(--floating-height));
  outline: none;

  ${media.phone} {
    padding: 16px 12px calc(32px + var(--floating-height));
  }

  ${media.print} {
    padding: 0;
  }
`;

import { Menu as MenuIcon } from 'lucide-react';
import { styled } from 'styled-components';
import { topBarSlot } from '#kernel/contract/slot.ts';
import { useRegistry } from '../../plugins/registry-store.ts';
import { SlotView } from '../../plugins/slot-view.tsx';
import { SearchBox } from '../../search/search-box.tsx';
import { useText } from '../../i18n/i18n.ts';
import { media } from '../../ui/layout/breakpoints.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { ThemeToggle } from '../../layout/theme-toggle.tsx';
import { useIsFirstRenderDone } from './use-is-first-render-done.ts';

/** Search on the left; language, theme, what plugins add, and the admin's own menu on the right. */
export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const t = useText();
  return (
    <Bar data-print="hidden">
      <Burger>
        <IconButton label={t('shell.openMenu')} icon={<MenuIcon aria-hidden="true" />} onClick={onMenu} />
      </Burger>
      <SearchBox />
      <Tools>
        <LanguageMenu />
        <ThemeToggle />
        <Added />
        <ProfileMenu />
      </Tools>
    </Bar>
  );
}

/** What plugins add: its code waits for the first screen, and its place stands from the start, so that nothing jumps. */
function Added() {
  const isDue = useIsFirstRenderDone();
  const fillers = useRegistry().enabled.filter(({ extensions }) => extensions?.includes(topBarSlot.id));
  return fillers.length > 0 ? <SlotArea>{isDue ? <SlotView slot={topBarSlot} /> : null}</SlotArea> : null;
}

const SlotArea = styled.div`
  display: flex;
  gap: inherit;
  min-width: var(--control);
`;

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: calc(var(--z-sidebar) - 1);
  display: flex;
  align-items: center;
  gap: 10px;
  height: var(--topbar-height);
  padding: 0 24px;
  border-bottom: 1px solid var(--line);
  background: var(--surface);

  ${media.phone} {
    gap: 0;
    padding: 0 4px;
  }
`;

const Burger = styled.div`
  display: none;

  ${media.phone} {
    display: block;
  }
`;

const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  margin-left: auto;

  ${media.phone} {
    gap: 0;
  }
`;

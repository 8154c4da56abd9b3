import { Languages, LogOut, Menu as MenuIcon, Settings } from 'lucide-react';
import { styled } from 'styled-components';
import {
  SlotView,
  useAdmin,
  useLanguage,
  useName,
  useRegistry,
  useSettingsPath,
  useText,
} from '#kernel/client/index.ts';
import {
  Avatar,
  ellipsis,
  IconButton,
  media,
  Menu,
  type MenuEntry,
  VisuallyHidden,
} from '#kernel/client/ui/index.ts';
import { topBarSlot } from '#kernel/contract/plugin/slot.ts';
import { SearchBox } from '#kernel/client/search/search-box.tsx';
import { ThemeToggle } from '#kernel/client/layout/page-controls.tsx';
import { useIsFirstRenderDone } from '#kernel/client/data/first-render.ts';
import { languageOrder } from '#kernel/client/i18n/language-store.ts';
import { signOut } from '#kernel/identity/client/session/session-lifecycle.ts';

/** Search on the left; language, theme, plugin extensions and the admin's menu on the right. */
export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const t = useText();
  return (
    <Bar data-print="hidden">
      <Burger data-tour="menu">
        <IconButton label={t('shell.openMenu')} icon={<MenuIcon />} onClick={onMenu} />
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

/** Extensions of plugins: their code loads after the first render; their space is reserved to prevent layout shifts. */
function Added() {
  const isDue = useIsFirstRenderDone();
  const extending = useRegistry().enabled.filter(({ extensions }) => extensions?.includes(topBarSlot.id));
  return extending.length > 0 ? (
    <SlotArea data-tour="live" $count={extending.length}>
      {isDue ? <SlotView slot={topBarSlot} /> : null}
    </SlotArea>
  ) : null;
}

/** Shows the language, with a menu to change it. */
export function LanguageMenu() {
  const t = useText();
  const { language, setLanguage } = useLanguage();
  return (
    <Menu
      label={t('language.title')}
      align="end"
      entries={languageOrder.map((one) => ({
        label: t(`language.${one}`),
        checked: one === language,
        onSelect: () => void setLanguage(one),
      }))}
      renderTrigger={(trigger) => (
        <LanguageTrigger
          {...trigger}
          type="button"
          data-tour="language"
          aria-label={`${t('language.title')}: ${t(`language.${language}`)}`}
        >
          <Languages size={18} strokeWidth={1.75} />
          <span>{t(`language.${language}`)}</span>
        </LanguageTrigger>
      )}
    />
  );
}

/** The signed-in admin, with links to their settings and to signing out. */
export function ProfileMenu() {
  const t = useText();
  const nameOf = useName();
  const admin = useAdmin();
  const settings = useSettingsPath();
  // Signing out works even if the draft module does not load.
  const go = () =>
    void import('./sign-out.ts').then(({ confirmSignOut }) => confirmSignOut(admin.id, t)).catch(signOut);
  const name = `${admin.last_name} ${admin.first_name}`.trim() || admin.login;
  const entries: MenuEntry[] = [
    ...(settings === null ? [] : [{ label: t('shell.settings'), icon: <Settings />, to: settings }]),
    'separator',
    { label: t('shell.signOut'), icon: <LogOut />, onSelect: go },
  ];
  return (
    <Menu
      label={t('shell.profile')}
      align="end"
      entries={settings === null ? entries.slice(1) : entries}
      header={
        <Who>
          <b>{name}</b>
          <small>{nameOf(admin.role)}</small>
        </Who>
      }
      renderTrigger={(trigger) => (
        <ProfileTrigger {...trigger} type="button">
          <VisuallyHidden>{`${t('shell.profile')}: ${name}`}</VisuallyHidden>
          {/* First name first, as in every other avatar. */}
          <Avatar name={`${admin.first_name} ${admin.last_name}`.trim() || admin.login} tone="accent" />
        </ProfileTrigger>
      )}
    />
  );
}

const SlotArea = styled.div<{ $count: number }>`
  display: flex;
  gap: inherit;
  min-width: var(--control);

  /* On a phone the slot also contains the assistant's button. */
  ${media.phone} {
    min-width: calc(var(--control) * ${({ $count }) => Math.min($count, 2)});
  }
`;

const Bar = styled.header`
  position: var(--bar-position);
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

  @media (max-width: 359px) {
    --control: 40px;

    padding: 0;
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

const LanguageTrigger = styled.button`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  height: var(--control);
  min-width: var(--control);
  padding: 0 10px;
  border-radius: var(--r1);
  color: var(--text-2);
  font-size: 13px;
  font-weight: 520;

  &:hover,
  &[aria-expanded='true'] {
    background: var(--hover);
    color: var(--text);
  }

  ${media.phone} {
    padding: 0;

    span {
      display: none;
    }
  }
`;

const ProfileTrigger = styled.button`
  display: grid;
  place-items: center;
  width: var(--control);
  height: var(--control);
  margin-left: 4px;
  border-radius: 50%;

  &:hover,
  &[aria-expanded='true'] {
    background: var(--hover);
  }
`;

const Who = styled.div`
  max-width: 260px;

  b,
  small {
    display: block;
    ${ellipsis}
  }

  b {
    font-weight: 600;
  }

  small {
    color: var(--text-3);
    font-size: 12px;
    line-height: 16px;
  }
`;

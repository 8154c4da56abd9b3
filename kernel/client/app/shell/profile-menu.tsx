import { LogOut, Settings } from 'lucide-react';
import { styled } from 'styled-components';
import { signOut, useAdmin } from '#kernel/identity/client/session/session-store.ts';
import { useText } from '../../i18n/i18n.ts';
import { useName } from '../../i18n/use-name.ts';
import { Avatar } from '../../ui/data/avatar.tsx';
import type { MenuEntry } from '../../ui/overlays/menu-entry.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { ellipsis } from '../../ui/styles/tokens.ts';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import { useSettingsPath } from '../../navigation/settings-path.ts';

/** Who is signed in, with the way to his settings and out. */
export function ProfileMenu() {
  const t = useText();
  const nameOf = useName();
  const admin = useAdmin();
  const settings = useSettingsPath();
  // Code that does not come keeps nobody in.
  const go = () =>
    void import('./sign-out.ts').then(({ confirmSignOut }) => confirmSignOut(admin.id, t)).catch(signOut);
  const name = `${admin.last_name} ${admin.first_name}`.trim() || admin.login;
  const entries: MenuEntry[] = [
    ...(settings === null
      ? []
      : [{ label: t('shell.settings'), icon: <Settings aria-hidden="true" />, to: settings }]),
    'separator',
    { label: t('shell.signOut'), icon: <LogOut aria-hidden="true" />, onSelect: go },
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
        <Trigger {...trigger} type="button">
          <VisuallyHidden>{`${t('shell.profile')}: ${name}`}</VisuallyHidden>
          {/* The first name first, as in every other mark of a person. */}
          <Avatar name={`${admin.first_name} ${admin.last_name}`.trim() || admin.login} tone="accent" />
        </Trigger>
      )}
    />
  );
}

const Trigger = styled.button`
  display: grid;
  place-items: center;
  width: var(--control);
  height: var(--control);
  margin-left: 4px;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: none;

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

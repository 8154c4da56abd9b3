import { Link, useLocation } from 'react-router-dom';
import { useAdmin } from '../session/session-store.ts';
import { useText } from '../text/i18n.ts';
import { Banner } from '../ui/banner.tsx';
import { useSettingsPath } from './settings-path.ts';

/** Asks for a new password while the first one still stands. */
export function PasswordNotice() {
  const t = useText();
  const path = useSettingsPath();
  const { pathname } = useLocation();
  if (!useAdmin().must_change_password) return null;
  return (
    <Banner shape="strip" tone="late" role="alert">
      {t('shell.firstPassword')}{' '}
      {path === null || pathname === path ? null : <Link to={path}>{t('shell.changePassword')}</Link>}
    </Banner>
  );
}

import { Lock } from 'lucide-react';
import { useText } from '../../i18n/i18n.ts';
import { StatusPage } from './status-page.tsx';

/** There is such a page, but not for this admin. */
export function ForbiddenPage() {
  const t = useText();
  return (
    <StatusPage
      icon={<Lock />}
      code="403"
      title={t('pages.forbidden.title')}
      text={t('pages.forbidden.text')}
    />
  );
}

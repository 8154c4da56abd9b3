import { Power } from 'lucide-react';
import { useText } from '../../i18n/i18n.ts';
import { StatusPage } from './status-page.tsx';

/** The page was open, and its plugin has been switched off; what was written stays. */
export function PluginDisabledPage() {
  const t = useText();
  return (
    <StatusPage
      icon={<Power />}
      code="404"
      title={t('pages.switchedOff.title')}
      text={t('pages.switchedOff.text')}
    />
  );
}

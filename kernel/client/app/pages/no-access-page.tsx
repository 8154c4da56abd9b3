import { PanelsTopLeft } from 'lucide-react';
import { useText } from '../../i18n/i18n.ts';
import { StatusPage } from './status-page.tsx';

/** What an admin without any right sees in place of a first page. */
export function NoAccessPage() {
  const t = useText();
  return (
    <StatusPage
      icon={<PanelsTopLeft />}
      title={t('pages.nothing.title')}
      text={t('pages.nothing.text')}
      home={false}
    />
  );
}

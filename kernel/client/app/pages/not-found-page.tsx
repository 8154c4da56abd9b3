import { MapPinOff } from 'lucide-react';
import { useText } from '../../i18n/i18n.ts';
import { StatusPage } from './status-page.tsx';

/** No such page. */
export function NotFoundPage() {
  const t = useText();
  return (
    <StatusPage
      icon={<MapPinOff />}
      code="404"
      title={t('pages.notFound.title')}
      text={t('pages.notFound.text')}
    />
  );
}

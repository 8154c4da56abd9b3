import { Card, useText } from '@komak/plugin-api/client';

/** A card on the page of settings: the plugin extends a slot of the kernel. */
export function SettingsCard() {
  const t = useText('eslatma');
  return <Card title={t('card.title')}>{t('card.text')}</Card>;
}

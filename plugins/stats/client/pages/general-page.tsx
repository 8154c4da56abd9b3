import { PageTitle } from '#kernel/client/index.ts';
import { PageHeader } from '#kernel/client/ui/index.ts';
import { PlaceCards } from '../general/place-cards.tsx';
import { useTexts } from '../texts.ts';

/** The city on a map. */
export function GeneralPage() {
  const t = useTexts();
  return (
    <>
      <PageTitle>{t('general.title')}</PageTitle>
      <PageHeader title={t('general.title')} />
      <PlaceCards />
    </>
  );
}

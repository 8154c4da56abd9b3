import { KomakMap, type KomakMapProps } from '#widgets/map/index.ts';
import { useDeployment } from '../deployment/deployment-store.ts';
import { useLanguage } from '../i18n/language-store.ts';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { useMapTexts } from './use-map-texts.ts';

/** What a page says about a map; the rest is that of this installation. */
export type OfficeMapProps = Omit<KomakMapProps, 'texts' | 'lang' | 'theme' | 'tiles'>;

/**
 * The map as pages of the back-office show it: in the language and the colours of the moment, on the ground that the
 * deployment names. It fills its parent, which has a height. See `KomakMap` for the rest.
 */
export function OfficeMap(props: OfficeMapProps) {
  const { language } = useLanguage();
  const { tiles } = useDeployment();
  const texts = useMapTexts(language);
  if (!texts) return <Skeleton shape="block" height="100%" />;
  return <KomakMap {...props} texts={texts} lang={language} theme="inherit" tiles={tiles} />;
}

import { KomakMap, prepareMap, type KomakMapProps, type MapTexts, tileName } from '#widgets/map/index.ts';
import { useDeployment } from '../deployment/deployment-store.ts';
import { useLanguage } from '../i18n/language-store.ts';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { useEffect, useState } from 'react';
import { loadTexts, textsOf } from '../i18n/i18n.ts';

/** The zoom if the place has none. */
const defaultZoom = 13;

/** The options of a map on a page; the others come from the installation. */
export type OfficeMapProps = Omit<KomakMapProps, 'texts' | 'lang' | 'theme' | 'tiles'>;

/**
 * The map of the back office: in the current language and theme, with the deployment's basemaps, at the deployment's
 * place. It fills its parent, which needs a height. For the props see `KomakMap`.
 */
export function OfficeMap(props: OfficeMapProps) {
  const { language } = useLanguage();
  const { tiles, place } = useDeployment();
  const texts = useMapTexts(language);
  useEffect(prepareMap, []);
  if (!texts) return <Skeleton shape="block" height="100%" />;
  const given = { ...props, texts, lang: language, theme: 'inherit', tiles } as const;
  if (!Array.isArray(place.center)) return <KomakMap {...given} />;
  const [lat, lng] = place.center;
  return <KomakMap {...given} place={{ lat, lng, zoom: place.zoom ?? defaultZoom }} />;
}

/** The names of the installation's basemaps as the map shows them; null until the texts are loaded. */
export function useTileNames(): readonly string[] | null {
  const { language } = useLanguage();
  const { tiles } = useDeployment();
  const texts = useMapTexts(language);
  return texts && tiles.map((source) => tileName(source, texts, language));
}

/** The map's texts once they are loaded; while another language loads, the current ones remain. */
export function useMapTexts(language: string): MapTexts | null {
  const [, setLoaded] = useState('');
  useEffect(() => {
    let gone = false;
    void loadTexts('map').then(() => gone || setLoaded(language));
    return () => {
      gone = true;
    };
  }, [language]);
  const found = textsOf<MapTexts>(language, 'map');
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? last;
}

import { useEffect, useState } from 'react';
import type { MapTexts } from '#widgets/map/index.ts';
import { loadTexts, textsOf } from '../i18n/i18n.ts';

/** The texts of the map, once they are there. */
export function useMapTexts(language: string): MapTexts | null {
  const [, setLoaded] = useState('');
  useEffect(() => {
    let gone = false;
    void loadTexts('map').then(() => gone || setLoaded(language));
    return () => {
      gone = true;
    };
  }, [language]);
  return textsOf<MapTexts>(language, 'map');
}

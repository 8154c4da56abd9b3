import { tileName } from '#widgets/map/index.ts';
import { useDeployment } from '../deployment/deployment-store.ts';
import { useLanguage } from '../i18n/language-store.ts';
import { useMapTexts } from './use-map-texts.ts';

/** What people call the grounds of this installation's maps, as the map itself does; null until the texts are there. */
export function useTileNames(): readonly string[] | null {
  const { language } = useLanguage();
  const { tiles } = useDeployment();
  const texts = useMapTexts(language);
  return texts && tiles.map((source) => tileName(source, texts, language));
}

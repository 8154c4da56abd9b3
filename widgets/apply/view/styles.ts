import { themedStyles } from '../../shared/style/themed-styles.ts';
import styles from './apply.css?inline';

/** Adopts the styles of the panel as a constructed sheet, which no content security policy forbids. */
export function adoptStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themedStyles('.ka', styles));
  document.adoptedStyleSheets = [sheet];
}

import darkStyles from './dark.css?inline';
import styles from './apply.css?inline';

/** Adopts the styles of the panel as a constructed sheet, which no content security policy forbids. */
export function adoptStyles(): void {
  const sheet = new CSSStyleSheet();
  // The block of the dark colours, written once for the two conditions under which they apply.
  const dark = darkStyles.slice(darkStyles.indexOf('{'));
  sheet.replaceSync(
    `${styles}.ka[data-theme='dark']${dark}@media (prefers-color-scheme: dark){.ka[data-theme='auto']${dark}}`,
  );
  document.adoptedStyleSheets = [sheet];
}

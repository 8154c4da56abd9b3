import darkColors from './dark.css?inline';
import lightColors from './light.css?inline';

/**
 * The style sheet of a panel with its colours: light ones, and dark ones for `data-theme="dark"` and, if the
 * system is dark, for `data-theme="auto"`.
 *
 * @param root - The selector of the panel's root, such as `.kc`.
 */
export function themedStyles(root: '.ka' | '.kc', styles: string): string {
  // The block of dark colours, written once for both conditions under which they apply.
  const dark = darkColors.slice(darkColors.indexOf('{'));
  return `${lightColors}${styles}${root}[data-theme='dark']${dark}@media (prefers-color-scheme: dark){${root}[data-theme='auto']${dark}}`;
}

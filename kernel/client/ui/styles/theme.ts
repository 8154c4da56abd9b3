/** The two themes; the one in force is the `data-theme` of the root element (or of any element around a part). */
export type Theme = 'light' | 'dark';

/** Puts a theme on the page; only CSS changes, nothing renders. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

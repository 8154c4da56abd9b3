import { proxy, useSnapshot } from 'valtio';
import { applyTheme, type Theme } from '../ui/styles/theme.ts';
import { readStored, writeStored } from '../storage/local-storage.ts';

const themeKey = 'theme';

/** The theme in force; `public/first.js` has put it on the page before the first paint. */
export const themeStore = proxy<{ theme: Theme }>({ theme: 'light' });

/** Takes the theme that was chosen before, else the one that the system prefers. */
export function startTheme(): void {
  const stored = readStored(themeKey);
  const dark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'dark';
  themeStore.theme = dark ? 'dark' : 'light';
  applyTheme(themeStore.theme);
}

/** Chooses a theme, for good. */
export function setTheme(theme: Theme): void {
  themeStore.theme = theme;
  writeStored(themeKey, theme);
  applyTheme(theme);
}

/** The theme, and how to choose another. */
export function useTheme(): { readonly theme: Theme; readonly setTheme: (theme: Theme) => void } {
  return { theme: useSnapshot(themeStore).theme, setTheme };
}

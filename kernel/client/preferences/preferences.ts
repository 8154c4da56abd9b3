import { proxy, useSnapshot } from 'valtio';
import { readStored, writeStored } from '../storage/local-storage.ts';

const themeKey = 'theme';

/** The current theme; `public/first.js` has set it on the page before the first paint. */
export const themeStore = proxy<{ theme: Theme }>({ theme: 'light' });

/** Restores the selected theme, else uses the system's preference. */
export function startTheme(): void {
  const stored = readStored(themeKey);
  const dark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'dark';
  themeStore.theme = dark ? 'dark' : 'light';
  applyTheme(themeStore.theme);
}

/** Selects a theme permanently. */
export function setTheme(theme: Theme): void {
  themeStore.theme = theme;
  writeStored(themeKey, theme);
  applyTheme(theme);
}

/** The theme, and its setter. */
export function useTheme(): { readonly theme: Theme; readonly setTheme: (theme: Theme) => void } {
  return { theme: useSnapshot(themeStore).theme, setTheme };
}

/** The density of rows in lists. */
export type Density = 'comfortable' | 'compact';

const key = 'density';

const densityStore = proxy<{ density: Density }>({
  density: readStored(key) === 'compact' ? 'compact' : 'comfortable',
});

/** Sets the density of all lists permanently. */
export function setDensity(density: Density): void {
  densityStore.density = density;
  writeStored(key, density);
}

/** The density of all lists, and its setter. */
export function useDensity(): {
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
} {
  return { density: useSnapshot(densityStore).density, setDensity };
}

const secondsKey = 'countdown-seconds';

const countdownStore = proxy({ seconds: readStored(secondsKey) !== 'off' });

/**
 * Sets permanently whether countdowns show seconds, since a text that changes every second distracts some people (WCAG
 * 2.2.2).
 */
export function setCountdownSeconds(seconds: boolean): void {
  countdownStore.seconds = seconds;
  writeStored(secondsKey, seconds ? null : 'off');
}

/** Whether countdowns show their seconds. */
export function useCountdownSeconds(): boolean {
  return useSnapshot(countdownStore).seconds;
}

/** The themes. The current one is `data-theme` of the root element (or of an element around a part). */
export type Theme = 'light' | 'dark';

/** Sets a theme on the page; only CSS changes, nothing renders. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

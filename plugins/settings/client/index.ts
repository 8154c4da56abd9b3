import { defineClient, lazyPage } from '#kernel/plugin-api/client.ts';
import { settings } from '../manifest.ts';

/** The settings in the browser. */
export const settingsClient = defineClient(settings, {
  pages: {
    page: lazyPage(async () => (await import('./pages/settings-page.tsx')).SettingsPage),
  },
});

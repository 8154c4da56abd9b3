import { defineClient, lazyPage } from '#kernel/plugin-api/client.ts';
import { settings } from '../manifest.ts';

/** The client module of settings. */
export const settingsClient = defineClient(settings, {
  pages: {
    page: lazyPage(async () => (await import('./pages/settings-page.tsx')).SettingsPage),
  },
});

import { lazy } from 'react';
import { defineClient } from '#kernel/plugin-api/client.ts';
import { settings } from '../manifest.ts';

/** The settings in the browser. */
export const settingsClient = defineClient(settings, {
  pages: {
    page: lazy(() =>
      import('./pages/settings-page.tsx').then(({ SettingsPage }) => ({ default: SettingsPage })),
    ),
  },
});

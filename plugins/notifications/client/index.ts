import { settingsSlot, topBarSlot } from '#kernel/plugin-api/contract.ts';
import { defineClient, extend, lazyExtension, lazyPage } from '#kernel/plugin-api/client.ts';
import { notifications } from '../manifest.ts';
import { Bell } from './components/bell/bell.tsx';
import { followNotifications } from './realtime/realtime.ts';
import { trackFocus } from './desktop/focused-windows.ts';
import { followPreferences, readPreferences } from './desktop/preferences.ts';

const desktopCard = lazyExtension(
  async () => (await import('./components/settings/desktop-card.tsx')).DesktopCard,
);

/** The client module of notifications. */
export const notificationsClient = defineClient(notifications, {
  pages: {
    all: lazyPage(async () => (await import('./pages/all-page.tsx')).AllPage),
  },
  extensions: [extend(topBarSlot, Bell), extend(settingsSlot, desktopCard)],
  start(context) {
    followNotifications(context);
    context.onStop(followPreferences());
    context.onStop(trackFocus());
    // Sounds need a press in the page first, possibly long before the first one is due.
    if (readPreferences().sound) {
      void import('./desktop/chime.ts').then(
        ({ awaitGesture }) => context.onStop(awaitGesture()),
        reportError,
      );
    }
  },
});

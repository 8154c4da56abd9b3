import { settingsSlot } from '@komak/plugin-api/contract';
import { defineClient, extend, refetchQueries, lazyPage } from '@komak/plugin-api/client';
import { eslatma } from '../manifest.ts';
import { notesDocument } from './queries.ts';
import { SettingsCard } from './settings-card.tsx';

/** The client module of the plugin. */
export const eslatmaClient = defineClient(eslatma, {
  pages: { list: lazyPage(async () => (await import('./list-page.tsx')).ListPage) },
  extensions: [extend(settingsSlot, SettingsCard)],
  start(context) {
    context.on('eslatma_receive', () => void refetchQueries(notesDocument));
    context.onReconnect(() => void refetchQueries(notesDocument));
  },
});

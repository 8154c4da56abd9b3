import { lazy } from 'react';
import { settingsSlot } from '@komak/plugin-api/contract';
import { defineClient, extend, refetchQueries } from '@komak/plugin-api/client';
import { eslatma } from '../manifest.ts';
import { notesDocument } from './queries.ts';
import { SettingsCard } from './settings-card.tsx';

/** The plugin in the browser. */
export const eslatmaClient = defineClient(eslatma, {
  pages: { list: lazy(() => import('./list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))) },
  extensions: [extend(settingsSlot, SettingsCard)],
  start(context) {
    context.on('eslatma_receive', () => void refetchQueries(notesDocument));
    context.onReconnect(() => void refetchQueries(notesDocument));
  },
});

import { z } from 'zod';
import { allOf, definePlugin, settingsSlot } from '@komak/plugin-api/contract';
import { noteSchema } from './contract.ts';

/** Only data: the plugin's contributions, and their access. */
export const eslatma = definePlugin({
  id: 'eslatma',
  version: '1.0.0',
  permissions: ['eslatma_write'],
  config: z.object({ shown: z.int().min(1).max(500).default(100) }),
  routes: { list: { path: '/eslatma', access: allOf('eslatma_write') } },
  menu: { list: { icon: 'file-text' } },
  events: {
    eslatma_receive: { payload: noteSchema, access: allOf('eslatma_write'), area: 'none' },
  },
  extensions: [settingsSlot.id],
});

import { lazyComponent } from '#kernel/plugin-api/client.ts';

/** The assistant's panel, whose code is loaded before it may be opened. */
export const panel = lazyComponent(async () => (await import('./office-panel.tsx')).OfficePanel);

import { lazyComponent } from '#kernel/plugin-api/client.ts';

/** The assistant's panel, whose code is fetched once it may be opened. */
export const panel = lazyComponent(async () => (await import('./office-panel.tsx')).OfficePanel);

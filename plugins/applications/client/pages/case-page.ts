import { lazyPage } from '#kernel/plugin-api/client.ts';

/** One case; the list loads its code ahead. */
export const casePage = lazyPage(async () => (await import('./detail-page.tsx')).DetailPage);

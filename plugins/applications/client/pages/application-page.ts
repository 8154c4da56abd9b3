import { lazyPage } from '#kernel/plugin-api/client.ts';

/** One application; the list loads its code ahead. */
export const applicationPage = lazyPage(async () => (await import('./detail-page.tsx')).DetailPage);

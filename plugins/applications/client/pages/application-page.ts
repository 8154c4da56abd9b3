import { lazyPage } from '#kernel/plugin-api/client.ts';

/** The page of one application; the list preloads its code. */
export const applicationPage = lazyPage(async () => (await import('./detail-page.tsx')).DetailPage);

import { lazyComponent } from '#kernel/plugin-api/client.ts';

/** The dialog that asks for the reason of a block, loaded on demand. */
export const blockDialog = lazyComponent(async () => (await import('./block-dialog.tsx')).BlockDialog);

import { lazyComponent } from '#kernel/plugin-api/client.ts';

/** The dialog that asks for the reason of a block, loaded when it is needed. */
export const blockDialog = lazyComponent(async () => (await import('./block-dialog.tsx')).BlockDialog);

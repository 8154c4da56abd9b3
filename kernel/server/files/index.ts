export { openStore } from './open-store.ts';
export type { Store } from './store.ts';
export { createFiles, type StoredFiles } from './files.ts';

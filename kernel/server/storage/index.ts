export { openStore } from './open-byte-store.ts';
export type { Store } from './byte-store.ts';
export { createFiles, type StoredFiles } from './files.ts';

export { openByteStore } from './open-byte-store.ts';
export type { ByteStore } from './byte-store.ts';
export { createFiles, type StoredFiles } from './files.ts';

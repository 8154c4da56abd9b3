export { openByteStore } from './open-byte-store.ts';
export type { ByteStore } from '../services/byte-store.ts';
export { createFiles, type StoredFiles } from './files.ts';

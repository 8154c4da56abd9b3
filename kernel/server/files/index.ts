export { createFiles, type StoredFiles } from './files.ts';

export { checkBackup, isEncrypted } from './read.ts';
export { seal } from './envelope.ts';
export { restoreBackup } from './restore.ts';
export { takeBackup } from './take.ts';
export { writeBackup } from './write.ts';

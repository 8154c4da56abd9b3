export { checkBackup, isEncrypted } from './read-backup.ts';
export { seal } from './encryption.ts';
export { restoreBackup } from './restore-backup.ts';
export { takeBackup } from './dump-backup.ts';
export { writeBackup } from './write-backup.ts';

export { checkBackup, isEncrypted } from './read-backup.ts';
export { encrypt } from './encryption.ts';
export { restoreBackup } from './restore-backup.ts';
export { dumpBackup } from './dump-backup.ts';
export { writeBackup } from './write-backup.ts';

export { writeHead, type ChainPlace } from './head.ts';
export { sealAudit } from './seal.ts';
export { verifyAudit, type AuditVerdict } from './verify.ts';
export { writeAudit, type Actor } from './write.ts';

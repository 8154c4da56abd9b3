export { writeHead, type ChainPlace } from './audit-head.ts';
export { sealAudit } from './seal-audit.ts';
export { verifyAudit, type AuditVerdict } from './verify-audit.ts';
export { writeAudit, type Actor } from './write-audit.ts';

export { writeHead, type ChainPosition } from './audit-head.ts';
export { sealAudit } from './seal-audit.ts';
export { verifyAudit, type AuditVerdict } from './verify-audit.ts';
export { writeAudit, type Actor } from './write-audit.ts';

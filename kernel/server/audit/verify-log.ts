import { CompiledQuery } from 'kysely';
import type { AuditVerdict, ReportProgress, ServerContext } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import { verifyAudit } from './verify-audit.ts';

/** Compares the whole audit log with its seals, which plugins cannot read; an exception of `report` aborts it. */
export function verifyAuditLog(
  { database, vault }: Pick<ServerContext, 'database' | 'vault'>,
  report: ReportProgress,
): Promise<AuditVerdict> {
  const kernel = asKernel(database);
  async function query<Row>(text: string, values: readonly unknown[] = []): Promise<{ rows: Row[] }> {
    return kernel.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  }
  return verifyAudit({ query }, vault, null, report);
}

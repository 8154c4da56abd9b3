import { dayMs, hourMs, secondMs } from '#kernel/domain/text/dates.ts';
import { countWholeAudit } from '#kernel/server/audit/count-audit.ts';
import { sealAudit } from '#kernel/server/audit/seal-audit.ts';
import type { StoredFiles } from '#kernel/server/storage/files.ts';
import { sweepStoredResponses } from '#kernel/server/http/pipeline/idempotency.ts';
import { completeErasures, type Journal } from '#kernel/server/erasure/journal.ts';
import type { SharedAssets } from '#kernel/server/http/static/shared-assets.ts';
import type { ServerServices } from '#kernel/server/services/server-services.ts';

/** Schedules the kernel's own jobs: audit seals and counters, deletion of old responses, erasures, orphaned files. */
export function startKernelJobs(
  { pool, vault, database, log, jobs }: ServerServices,
  {
    files,
    sharedAssets,
    journal,
  }: { files: StoredFiles; sharedAssets: SharedAssets | null; journal: Journal },
): void {
  jobs.every('kernel.seal', 5 * secondMs, async () => {
    const { sealed, isAuthentic } = await sealAudit(pool, vault);
    if (sealed > 0 && !isAuthentic) {
      log.error(
        'the audit log was changed outside of the server; `npm run komak -- audit verify` shows where',
      );
    }
    await countWholeAudit(database);
  });
  jobs.every('kernel.stored-responses', hourMs, () => sweepStoredResponses(database));
  const { removeBytes } = files;
  jobs.every('kernel.erasures', secondMs, () => completeErasures(database, { journal, removeBytes }));
  jobs.every('kernel.files', 6 * hourMs, async () => {
    const removed = await files.sweep();
    if (removed > 0) log.info({ removed }, 'files without an owner were removed');
  });
  if (sharedAssets) jobs.every('kernel.assets', dayMs, () => sharedAssets.sweep());
}

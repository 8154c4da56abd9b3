import { sealAudit } from '../audit/seal-audit.ts';
import type { StoredFiles } from '../storage/index.ts';
import { sweepStoredResponses } from '../http/pipeline/idempotency.ts';
import type { SharedAssets } from '../http/static/shared-assets.ts';
import type { Jobs } from '../jobs/scheduler.ts';
import type { Runtime } from '../services/server-services.ts';

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** The kernel's own work that comes round: seals of the audit log, old answers, bytes that nobody owns. */
export function startKernelJobs(
  jobs: Jobs,
  runtime: Runtime,
  { files, sharedAssets }: { files: StoredFiles; sharedAssets: SharedAssets | null },
): void {
  jobs.every('kernel.seal', 5 * second, async () => {
    const { sealed, isAuthentic } = await sealAudit(runtime.pool, runtime.vault);
    if (sealed > 0 && !isAuthentic) {
      runtime.log.error(
        'the audit log was changed behind the server; `npm run komak -- audit verify` says where',
      );
    }
  });
  jobs.every('kernel.answers', hour, () => sweepStoredResponses(runtime.database));
  jobs.every('kernel.files', 6 * hour, async () => {
    const removed = await files.sweep();
    if (removed > 0) runtime.log.info({ removed }, 'files that nobody owned were removed');
  });
  if (sharedAssets) jobs.every('kernel.assets', day, () => sharedAssets.sweep());
}

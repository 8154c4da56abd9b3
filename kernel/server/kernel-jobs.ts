import { sealAudit } from './audit/seal.ts';
import type { StoredFiles } from './files/index.ts';
import { sweepAnswers } from './http/idempotency.ts';
import type { Jobs } from './jobs.ts';
import type { Runtime } from './runtime.ts';

const second = 1000;
const hour = 3600 * second;

/** The kernel's own work that comes round: seals of the audit log, old answers, bytes that nobody owns. */
export function startKernelJobs(jobs: Jobs, runtime: Runtime, files: StoredFiles): void {
  jobs.every('kernel.seal', 5 * second, async () => {
    await sealAudit(runtime.pool);
  });
  jobs.every('kernel.answers', hour, () => sweepAnswers(runtime.database));
  jobs.every('kernel.files', 6 * hour, async () => {
    const removed = await files.sweep();
    if (removed > 0) runtime.log.info({ removed }, 'files that nobody owned were removed');
  });
}

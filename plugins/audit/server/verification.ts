import { fail } from '#kernel/plugin-api/contract.ts';
import {
  jsonOrLines,
  routesOf,
  type ServerContext,
  StreamedResponse,
  verifyAuditLog,
} from '#kernel/plugin-api/server.ts';
import {
  type Verification,
  type VerificationLine,
  verificationLineSchema,
  verificationSchema,
} from '../contract.ts';
import { audit, readers } from '../manifest.ts';

const linesType = 'application/x-ndjson';
const retryAfter = 15;

/** Creates `POST audit/verifications`; one at a time per node, since it reads the whole log. */
export function verificationRoute() {
  let isRunning = false;
  const hold = () => {
    if (isRunning) throw fail('too_many_attempts', { retryAfter });
    isRunning = true;
    return () => {
      isRunning = false;
    };
  };
  return routesOf(audit)({
    method: 'POST',
    path: 'audit/verifications',
    summary:
      'Compares every entry of the audit log with its seal; streams progress to callers that accept application/x-ndjson. The verification is audited',
    access: readers,
    response: jsonOrLines(verificationSchema, verificationLineSchema),
    transaction: false,
    async handle({ context, accepts, audit: write }) {
      const release = hold();
      try {
        await write({ action: 'audit.verify', subjectType: 'installation', subjectId: null });
        if (accepts(linesType)) return new StreamedResponse(linesOf(context, release));
        const outcome = await verify(context, () => {});
        release();
        return outcome;
      } catch (error) {
        release();
        throw error;
      }
    },
  });
}

async function verify(
  context: Pick<ServerContext, 'database' | 'vault'>,
  report: (checked: number, total: number) => void,
): Promise<Verification> {
  const { sealed, unsealed, fault, head } = await verifyAuditLog(context, report);
  return { sealed, unsealed, fault, head };
}

/** The progress of a verification, and its outcome as the last line; aborted when the reader disconnects. */
function linesOf(
  context: Pick<ServerContext, 'database' | 'vault'>,
  release: () => void,
): AsyncIterable<VerificationLine> {
  let latest: VerificationLine | null = null;
  let wake = Promise.withResolvers<void>();
  let isLeft = false;
  const outcome = verify(context, (checked, total) => {
    if (isLeft) throw new Error('the client of the verification has disconnected');
    latest = { checked, total };
    wake.resolve();
  });
  // Started here, so that it also ends if no line is read.
  const isDone = outcome.then(
    () => true,
    () => true,
  );
  void isDone.then(release);
  return (async function* lines(): AsyncGenerator<VerificationLine> {
    try {
      while (!(await Promise.race([wake.promise.then(() => false), isDone]))) {
        wake = Promise.withResolvers();
        if (latest) yield latest;
      }
      yield { outcome: await outcome };
    } finally {
      isLeft = true;
    }
  })();
}

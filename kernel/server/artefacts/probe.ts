import { Worker } from 'node:worker_threads';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { manifestToJson, type ManifestJson } from './manifest-json.ts';
import type { Artefact } from './artefact.ts';
import { rejection, type Rejection } from './rejection.ts';

/** The result of a probe: the manifest with which the module was built, or why it cannot be loaded. */
export type ProbeResult =
  | { readonly manifest: ManifestJson; readonly calls: readonly string[] | null }
  | { readonly problem: string };

/** Why a server module is rejected, and its calls (`GET queue/:id`), if they are known without a server. */
export interface ProbedServer {
  readonly rejection: Rejection | null;
  readonly calls: readonly string[] | null;
}

const timeoutMs = 10_000;

/**
 * Loads a server module in a thread, which can be terminated if the module hangs, so that faults show before the module
 * reaches the server.
 */
export async function probeServer(address: string, { manifest }: Artefact): Promise<ProbedServer> {
  const result = await loadInThread(address);
  const rejected = (reason: Rejection) => ({ rejection: reason, calls: null });
  if (result === 'timeout') return rejected(rejection('server_hangs', { seconds: String(timeoutMs / 1000) }));
  if ('problem' in result) return rejected(rejection('server_throws', { problem: result.problem }));
  if (!isSame(result.manifest, manifestToJson(manifest))) return rejected(rejection('other_manifest'));
  return { rejection: null, calls: result.calls };
}

async function loadInThread(address: string): Promise<ProbeResult | 'timeout'> {
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
    workerData: address,
    // Its output is discarded.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ProbeResult | 'timeout'>((done) => {
      timer = setTimeout(() => done('timeout'), timeoutMs);
      worker.once('message', done);
      worker.once('error', (error: Error) => done({ problem: error.message }));
      worker.once('exit', (code) => done({ problem: `it ended the process with ${code}` }));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Whether two manifests are equal; schemas are compared in their JSON form. */
function isSame(built: ManifestJson, packed: ManifestJson): boolean {
  const plain = ({ config, events, notices, ...rest }: ManifestJson) => ({
    ...rest,
    config: Object.keys((config?.['properties'] as object | undefined) ?? {}),
    events: Object.entries(events ?? {}).map(([name, { access, area }]) => [name, access, area]),
    notices: Object.keys(notices ?? {}),
  });
  return sameValues(JSON.parse(JSON.stringify(plain(built))), JSON.parse(JSON.stringify(plain(packed))));
}

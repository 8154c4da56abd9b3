import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { manifestToJson, type ManifestJson } from './manifest-json.ts';
import type { Artefact } from './artefact.ts';
import { refusal, type Refusal } from './refusal.ts';

/** What a probe finds: the manifest that the module was built of, or why it cannot be loaded. */
export type ProbeResult = { readonly manifest: ManifestJson } | { readonly problem: string };

const timeoutMs = 10_000;

/**
 * Loads a server module in a thread of its own, which can be ended when the module hangs, so that what throws or hangs does so
 * before it is near the server. Answers a refusal, or null.
 */
export async function probeServer(address: string, { manifest }: Artefact): Promise<Refusal | null> {
  const result = await loadInThread(address);
  if (result === 'timeout') return refusal('server_hangs', { seconds: String(timeoutMs / 1000) });
  if ('problem' in result) return refusal('server_throws', { problem: result.problem });
  return isSame(result.manifest, manifestToJson(manifest)) ? null : refusal('other_manifest');
}

async function loadInThread(address: string): Promise<ProbeResult | 'timeout'> {
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
    workerData: address,
    // What it prints is nobody's.
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

/** Whether two manifests say the same; schemas that went through JSON are compared by their shape alone. */
function isSame(built: ManifestJson, packed: ManifestJson): boolean {
  const plain = ({ config, events, notices, ...rest }: ManifestJson) => ({
    ...rest,
    config: Object.keys((config?.['properties'] as object | undefined) ?? {}),
    events: Object.entries(events ?? {}).map(([name, { access, area }]) => [name, access, area]),
    notices: Object.keys(notices ?? {}),
  });
  return isDeepStrictEqual(
    JSON.parse(JSON.stringify(plain(built))),
    JSON.parse(JSON.stringify(plain(packed))),
  );
}

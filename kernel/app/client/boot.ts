import { proxy, useSnapshot } from 'valtio';
import { RequestError } from '#kernel/client/index.ts';
import { resumeSession, syncSessionAcrossTabs } from '#kernel/identity/client/session/session-lifecycle.ts';
import { readToken } from '#kernel/client/storage/access-token.ts';
import { startTexts } from '#kernel/client/i18n/i18n.ts';
import { loadDeployment } from '#kernel/client/deployment/deployment-store.ts';

/** The phase of the start. */
const bootStore = proxy<{ phase: 'starting' | 'failed' | 'ready' }>({ phase: 'starting' });

let following = false;

/**
 * Starts the application: loads texts, the deployment and the session in parallel. Can be called again after a failure.
 */
export async function boot(): Promise<void> {
  bootStore.phase = 'starting';
  if (!following) syncSessionAcrossTabs();
  following = true;
  if (readToken() !== null) void loadShell().catch(() => undefined);
  try {
    await Promise.all([startTexts(), loadDeployment(), resumeSession()]);
    bootStore.phase = 'ready';
  } catch (error) {
    if (!(error instanceof RequestError)) reportError(error);
    bootStore.phase = 'failed';
  }
}

/** The phase of the start; renders again when it changes. */
export function useBootPhase(): 'starting' | 'failed' | 'ready' {
  return useSnapshot(bootStore).phase;
}

/** Fetches the code that only a signed-in admin needs: router, data, shell. */
export async function loadShell() {
  return await import('./shell/signed-in.tsx');
}

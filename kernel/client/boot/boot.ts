import { proxy, useSnapshot } from 'valtio';
import { RequestError } from '../data/request-error.ts';
import { followSession, resumeSession } from '../session/session-store.ts';
import { readToken } from '../session/token.ts';
import { startTexts } from '../text/i18n.ts';
import { loadDeployment } from './deployment-store.ts';
import { loadSignedIn } from './load-signed-in.ts';

/** How far the start is. */
const bootStore = proxy<{ phase: 'starting' | 'failed' | 'ready' }>({ phase: 'starting' });

let following = false;

/** Starts the application: texts, what is announced, and who is signed in, at once. Can be tried again. */
export async function boot(): Promise<void> {
  bootStore.phase = 'starting';
  if (!following) followSession();
  following = true;
  if (readToken() !== null) void loadSignedIn().catch(() => undefined);
  try {
    await Promise.all([startTexts(), loadDeployment(), resumeSession()]);
    bootStore.phase = 'ready';
  } catch (error) {
    if (!(error instanceof RequestError)) reportError(error);
    bootStore.phase = 'failed';
  }
}

/** How far the start is; renders again when it changes. */
export function useBootPhase(): 'starting' | 'failed' | 'ready' {
  return useSnapshot(bootStore).phase;
}

import { request } from './request.ts';
import { RequestError } from './request-error.ts';

/** Rejects when the server cannot be reached at this moment. */
export async function requireConnection(): Promise<void> {
  await request('/health/live').catch((error: unknown) => {
    if (isConnectionError(error)) throw error;
  });
}

/** Whether a call failed since nobody answered it, or somebody before the server did. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status >= 500);
}

import { useState } from 'react';
import { type RequestError, send, toRequestError } from '#kernel/plugin-api/client.ts';
import type { Action, Application } from '../../../contract.ts';

/**
 * Sends a change based on the version that the user has seen. If another user has changed the application
 * since, `conflict` is its current state, and the next attempt is based on that version.
 */
export function useVersionedChange(application: Application, path: string) {
  const [version, setVersion] = useState(application.updatedAt);
  const [conflict, setConflict] = useState<Application | null>(null);

  async function change(body: object, idempotencyKey: string): Promise<Action | RequestError | 'handled'> {
    const address = `applications/${application.id}/actions/${path}`;
    try {
      return await send<Action>('POST', address, body, { version, idempotencyKey });
    } catch (failure) {
      const error = toRequestError(failure);
      const { current } = (error.body ?? {}) as { readonly current?: Application };
      if (error.code !== 'edit_conflict' || !current) return error;
      setVersion(current.updatedAt);
      setConflict(current);
      return 'handled';
    }
  }

  return { conflict, change };
}

import { RequestError } from '#kernel/client/data/request-error.ts';
import { send } from '#kernel/client/data/send.ts';
import { eventHub } from '#kernel/client/realtime/event-hub.ts';
import { accountPath } from '../session/sign-in-methods.ts';
import type { SessionTimes } from './idle-timer.ts';

/**
 * Reports activity, or only reads how long the session lasts: through the socket, or by a call if the socket does not
 * respond. Null if the session is over; rejects if the server does not respond.
 */
export async function reportActivity(isActive: boolean): Promise<SessionTimes | null> {
  const acknowledged = await eventHub.request('active', isActive).catch(() => undefined);
  if (acknowledged === null) return null;
  const times = readTimes(acknowledged);
  if (times) return times;
  try {
    const response = readTimes(await send('POST', accountPath('admin/activity'), { active: isActive }));
    if (!response) throw new Error('The response has no session times');
    return response;
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return null;
    throw error;
  }
}

/** Parses session times of a response; undefined if invalid. */
function readTimes(value: unknown): SessionTimes | undefined {
  const { expires_in: expiresIn, lifetime_left: lifetimeLeft } = (value ?? {}) as Record<string, unknown>;
  return typeof expiresIn === 'number' && typeof lifetimeLeft === 'number'
    ? { expiresIn, lifetimeLeft }
    : undefined;
}

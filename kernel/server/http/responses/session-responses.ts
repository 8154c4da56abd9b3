import type { ServerResponse } from 'node:http';
import type { SessionResponses, WatchedSessions } from '../../services/ports.ts';

/**
 * Breaks off downloads of ended sessions: their rows are read while they are sent, which a slow client extends at will. A
 * session that expires is no reason, since its user may be waiting for the file.
 */
export function createSessionResponses(sessions: Pick<WatchedSessions, 'onEnd'>): SessionResponses {
  const open = new Map<number, Set<ServerResponse>>();

  sessions.onEnd((sessionIds, _reason, hasExpired) => {
    if (hasExpired) return;
    for (const id of sessionIds) for (const response of open.get(id) ?? []) response.destroy();
  });

  return {
    add(sessionId, response) {
      const ofSession = open.get(sessionId) ?? new Set();
      open.set(sessionId, ofSession.add(response));
      response.once('close', () => {
        ofSession.delete(response);
        if (ofSession.size === 0 && open.get(sessionId) === ofSession) open.delete(sessionId);
      });
    },
  };
}

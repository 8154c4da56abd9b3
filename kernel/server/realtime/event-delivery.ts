import type { Audience } from '../api/index.ts';
import type { Sessions } from '../services/ports.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { catchUpEvent, type AdminServer } from './socket-sessions.ts';
import { allows, areaOf, reaches, type Viewer } from '#kernel/contract/index.ts';

/** Messages between nodes: an event with its audience, and the notice that events may have been lost. */
const relayEvent = 'komak:relay';
const lossEvent = 'komak:lost';
/** Milliseconds until nodes are notified of a possible loss, which repeats if that notice is lost too. */
const lossRetryMs = 500;

/** Delivers events to the sockets of viewers in the audience. */
export interface EventDelivery {
  emitHere(event: string, payload: unknown, audience: Audience): void;
  emitEverywhere(event: string, payload: unknown, audience: Audience): void;
  /** Makes the browsers of this node reload what they may have missed. */
  catchUpHere(): void;
  /** Does the same on all nodes, after an event between nodes may have been lost. */
  reportLoss(): void;
  close(): void;
}

/**
 * Creates the event delivery. Each node knows the rights of its own sockets, so nodes send each other the event with
 * its audience.
 */
export function createEventDelivery(
  io: AdminServer,
  sessions: Sessions,
  tracing: Tracing | null,
): EventDelivery {
  let isClosed = false;
  let lossTimer: NodeJS.Timeout | undefined;

  /**
   * Encodes the event once for all recipients; there are none while this node does not know which sessions are live.
   */
  function emitHere(event: string, payload: unknown, audience: Audience, traceparent?: string): void {
    if (!sessions.current) return;
    const began = tracing ? performance.now() : 0;
    const recipients: string[] = [];
    for (const { id, data } of io.of('/').sockets.values()) {
      const { mustChangePassword, mustAddFactor, viewer } = data.session;
      if (data.isDismissed || mustChangePassword || mustAddFactor) continue;
      if (data.pendingRenewals > 0) data.hasMissedEvent = true;
      else if (isRecipient(audience, viewer)) recipients.push(id);
    }
    // Each socket is alone in the room of its id; without a room the event would go to everyone.
    if (recipients.length > 0) io.local.to(recipients).emit(event, payload);
    const facts = { 'komak.sockets': recipients.length };
    const seconds = (performance.now() - began) / 1000;
    tracing?.add({ name: `deliver ${event}`, kind: 'producer', seconds, facts }, traceparent);
  }

  function catchUpHere(): void {
    // A node that does not know which sessions are live does this once it knows.
    if (sessions.current && !isClosed) io.local.emit(catchUpEvent);
  }

  io.on(relayEvent, emitHere);
  io.on(lossEvent, catchUpHere);
  sessions.onCurrent(catchUpHere);

  return {
    emitHere,
    emitEverywhere(event, payload, audience) {
      emitHere(event, payload, audience);
      const traceparent = tracing?.current;
      io.serverSideEmit(relayEvent, event, payload, audience, ...(traceparent ? [traceparent] : []));
    },
    catchUpHere,
    reportLoss() {
      if (isClosed) return;
      lossTimer ??= setTimeout(() => {
        lossTimer = undefined;
        catchUpHere();
        io.serverSideEmit(lossEvent);
      }, lossRetryMs).unref();
    },
    close() {
      isClosed = true;
      clearTimeout(lossTimer);
    },
  };
}

/** Whether a viewer is in the audience of an event, by rights, area, and the admins that it includes or excludes. */
export function isRecipient(audience: Audience, viewer: Viewer): boolean {
  const { access, neighborhoodId, adminIds, exceptAdminId } = audience;
  return (
    viewer.id !== exceptAdminId &&
    (adminIds === undefined || adminIds.includes(viewer.id)) &&
    (access === undefined || allows(access, viewer)) &&
    (neighborhoodId === undefined || reaches(areaOf(viewer), neighborhoodId))
  );
}

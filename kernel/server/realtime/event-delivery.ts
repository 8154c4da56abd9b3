import type { Audience } from '../api/index.ts';
import type { Sessions } from '../services/ports.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { catchUpEvent, type AdminServer } from './socket-sessions.ts';
import { allows, areaOf, reaches, type Viewer } from '#kernel/contract/index.ts';

/** Between nodes: an event with its audience; and the message that some may have been lost. */
const relayEvent = 'komak:relay';
const lossEvent = 'komak:lost';
/** Delay until the other nodes are notified of a possible loss, and again when that message was lost too. */
const lossRetryMs = 500;

/** Delivers events to the sockets whose viewers may read what they are about. */
export interface EventDelivery {
  emitHere(event: string, payload: unknown, audience: Audience): void;
  emitEverywhere(event: string, payload: unknown, audience: Audience): void;
  /** Has the browsers of this node read again what they may have missed. */
  catchUpHere(): void;
  /** Has the browsers of all nodes do so: an event between nodes may have been lost. */
  reportLoss(): void;
  close(): void;
}

/** Each node knows the rights of its own sockets, so what goes between nodes is the event with its audience. */
export function createEventDelivery(
  io: AdminServer,
  sessions: Sessions,
  tracing: Tracing | null,
): EventDelivery {
  let isClosed = false;
  let lossTimer: NodeJS.Timeout | undefined;

  /** Encodes the event once for all recipients; there are none while this node does not know which sessions are live. */
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
    // A node that does not know which sessions are live does so as soon as it knows.
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

/** Whether a viewer belongs to the audience of an event, by rights, area, and the admins that it names or excepts. */
export function isRecipient(audience: Audience, viewer: Viewer): boolean {
  const { access, neighborhoodId, adminIds, exceptAdminId } = audience;
  return (
    viewer.id !== exceptAdminId &&
    (adminIds === undefined || adminIds.includes(viewer.id)) &&
    (access === undefined || allows(access, viewer)) &&
    (neighborhoodId === undefined || reaches(areaOf(viewer), neighborhoodId))
  );
}

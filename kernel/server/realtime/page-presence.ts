import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Viewer } from '#kernel/contract/index.ts';
import { createTokenBuckets } from '#kernel/domain/values/token-buckets.ts';
import { createPresenceBoard, type NodeState, type PresentPerson } from './presence-board.ts';
import type { AdminServer, AdminSocket } from './socket-sessions.ts';

/** The message between nodes: who has which records open on one of them. */
const nodeEvent = 'komak:presence';
/** The event in both directions between browser and server. */
const presenceEvent = 'presence';

/** Milliseconds during which changes are collected. */
const tickMs = 250;
/** Minimum milliseconds between two updates for a socket. */
const socketMs = 1000;
/** Milliseconds between full states of a node, which keep it from expiring and make up for lost messages. */
const wholeMs = 2000;
/** Milliseconds after which rights are checked again. */
const recheckMs = 20_000;
/** The rate limit of a socket's messages; further ones are ignored. */
const heardMessages = { burst: 8, perSecond: 8 };

const openPageSchema = z.object({
  subject: z.string().max(100),
  id: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  writing: z.boolean(),
});
type OpenPage = z.output<typeof openPageSchema>;

/** Null when the user has left. */
const messageSchema = openPageSchema.nullable();

/** Checks whether a user may have a record open; returns the user's name, or null if not. */
export type AdmitPresence = (
  subject: string,
  id: number,
  viewer: Viewer,
) => Promise<Omit<PresentPerson, 'id' | 'writing'> | null>;

interface SocketState {
  /** The record, viewer and time for which access was last checked. */
  admitted: { readonly key: string; readonly viewer: Viewer; readonly at: number; readonly name: Omit<PresentPerson, 'id' | 'writing'> } | null; // prettier-ignore
  isQuerying: boolean;
  /** The message to handle once the rights are known. */
  latest: OpenPage | null;
  sentAt: number;
  sent: string;
}

export interface PagePresenceOptions {
  readonly admit: AdmitPresence;
  readonly log: Logger;
  /** Other live nodes; nothing is sent if there are none. */
  readonly otherNodes: () => number;
}

/**
 * Notifies users who have the same record open of each other, on all nodes. A browser reports its open record every two
 * seconds; one that stops is removed six seconds later.
 */
export class PagePresence {
  readonly #io: AdminServer;
  readonly #options: PagePresenceOptions;
  readonly #self = randomUUID();
  readonly #takeToken = createTokenBuckets<string>(heardMessages, () => performance.now());
  readonly #board = createPresenceBoard(() => performance.now());
  readonly #states = new Map<string, SocketState>();
  /** Sockets that need an update. */
  readonly #waiting = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #wholeAt = 0;

  constructor(io: AdminServer, options: PagePresenceOptions) {
    this.#io = io;
    this.#options = options;
    io.on('connection', (socket) => {
      socket.on(presenceEvent, (message: unknown) => void this.#onMessage(socket, message));
      socket.on('disconnect', () => {
        this.#board.remove(socket.id);
        this.#states.delete(socket.id);
        this.#waiting.delete(socket.id);
      });
    });
    io.on(nodeEvent, (node: string, state: NodeState, isWhole: boolean) => {
      if (node !== this.#self) this.#board.putNode(node, state, isWhole);
    });
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #onMessage(socket: AdminSocket, message: unknown): Promise<void> {
    const state = this.#states.get(socket.id) ?? newState();
    this.#states.set(socket.id, state);
    const read = messageSchema.safeParse(message);
    if (!read.success || this.#takeToken(socket.id) > 0) return;
    state.latest = read.data;
    if (read.data === null) return this.#board.remove(socket.id);
    if (state.isQuerying) return;
    // If the user opens another record during the check, that one is checked next.
    for (let requested = ''; state.latest !== null;) {
      const page = state.latest;
      const key = keyOf(page);
      if (requested === key || isAdmitted(state, socket, key)) break;
      requested = key;
      await this.#ask(socket, state, page);
    }
    this.#settle(socket, state);
  }

  /** Checks whether a socket may have a record open. */
  async #ask(socket: AdminSocket, state: SocketState, requested: OpenPage): Promise<void> {
    state.isQuerying = true;
    const { viewer } = socket.data.session;
    try {
      const name = await this.#options.admit(requested.subject, requested.id, viewer);
      state.admitted = name && { key: keyOf(requested), viewer, at: performance.now(), name };
    } catch (error) {
      state.admitted = null;
      this.#options.log.warn({ err: error }, 'the presence of a user could not be recorded');
    } finally {
      state.isQuerying = false;
    }
  }

  /** Puts a socket on the board at its record, if it may be there. */
  #settle(socket: AdminSocket, state: SocketState): void {
    const { latest, admitted } = state;
    if (!socket.connected) {
      // It has disconnected during the check.
      this.#states.delete(socket.id);
      return this.#board.remove(socket.id);
    }
    if (latest === null) return this.#board.remove(socket.id);
    const key = keyOf(latest);
    if (!isAdmitted(state, socket, key) || !admitted) return this.#board.remove(socket.id);
    const isNew = this.#board.keyOf(socket.id) !== key;
    const person = { id: admitted.viewer.id, ...admitted.name, writing: latest.writing };
    this.#board.put(socket.id, key, person);
    if (!isNew) return;
    state.sent = '';
    this.#waiting.add(socket.id);
  }

  #tick(): void {
    const board = this.#board;
    board.expire();
    const { local, all } = board.takeChanges();
    for (const key of all) for (const socketId of board.socketsAt(key)) this.#waiting.add(socketId);
    // Read once for all sockets at the same record.
    const people = new Map<string, readonly PresentPerson[]>();
    for (const socketId of this.#waiting) this.#sendTo(socketId, people);
    if (this.#options.otherNodes() === 0) return;
    const now = performance.now();
    if (now - this.#wholeAt >= wholeMs) {
      // A node whose last user has left sends this once, and then nothing.
      if (board.localKeys.length > 0 || local.length > 0) this.#publish(board.localKeys, true);
      this.#wholeAt = now;
    } else if (local.length > 0) this.#publish(local, false);
  }

  #publish(keys: readonly string[], isWhole: boolean): void {
    const state: NodeState = keys.map((key) => [key, this.#board.localAt(key)]);
    this.#io.serverSideEmit(nodeEvent, this.#self, state, isWhole);
  }

  #sendTo(socketId: string, known: Map<string, readonly PresentPerson[]>): void {
    const socket = this.#io.of('/').sockets.get(socketId);
    const state = this.#states.get(socketId);
    const key = this.#board.keyOf(socketId);
    if (!socket || !state || key === null) {
      this.#waiting.delete(socketId);
      return;
    }
    const now = performance.now();
    // A user whose rights have just changed waits until they are checked again.
    if (now - state.sentAt < socketMs || !isAdmitted(state, socket, key)) return;
    this.#waiting.delete(socketId);
    const [subject = '', id = ''] = key.split('/');
    const all = known.get(key) ?? this.#board.peopleAt(key);
    known.set(key, all);
    const own = socket.data.session.viewer.id;
    const people = all.filter((person) => person.id !== own);
    const payload = { subject, id: Number(id), people };
    const text = JSON.stringify(payload);
    if (text === state.sent) return;
    state.sent = text;
    state.sentAt = now;
    socket.emit(presenceEvent, payload);
  }
}

const keyOf = ({ subject, id }: { readonly subject: string; readonly id: number }) => `${subject}/${id}`;

function newState(): SocketState {
  return {
    admitted: null,
    isQuerying: false,
    latest: null,
    sentAt: -Infinity,
    sent: '',
  };
}

function isAdmitted({ admitted }: SocketState, socket: AdminSocket, key: string): boolean {
  const { session, isDismissed, pendingRenewals } = socket.data;
  return (
    admitted?.key === key &&
    admitted.viewer === session.viewer &&
    !isDismissed &&
    pendingRenewals === 0 &&
    !session.mustChangePassword &&
    !session.mustAddFactor &&
    performance.now() - admitted.at < recheckMs
  );
}

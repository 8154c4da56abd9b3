import { setTimeout as sleep } from 'node:timers/promises';
import { io, type ManagerOptions } from 'socket.io-client';
import type { ApiResponse, ApiClient } from '#kernel/testing/api.ts';
import type { Application, ApplicationPage } from '#plugins/applications/contract.ts';

/** Ids may be committed out of order by this many. */
const maxIdGap = 200;

/** The open list of a user, updated like the page: by events, and by reading after a lost connection. */
export interface ListFollower {
  /** Every known application. */
  readonly known: ReadonlySet<number>;
  /** How often each one arrived as an event. */
  readonly received: ReadonlyMap<number, number>;
  /** How often it has read the list to catch up. */
  readonly readCount: number;
  /** Whether the session has ended. */
  readonly ended: boolean;
  /** Whether it is connected. */
  readonly connected: boolean;
  /** Whether no read is pending. */
  readonly settled: boolean;
  /** Reasons of lost connections. */
  readonly disconnects: readonly string[];
  /** Waits until no read is pending. */
  settle(): Promise<void>;
  stop(): void;
}

/** Options of a follower. */
export interface ListFollowerOptions {
  /** The id of the last application that it need not read; 0 by default. */
  readonly afterId?: number;
  readonly reconnection?: Pick<
    Partial<ManagerOptions>,
    'reconnectionDelay' | 'reconnectionDelayMax' | 'randomizationFactor'
  >;
  /** Receives the status of each read, or 0 without a response, and the milliseconds. */
  readonly onResponse?: (status: number, milliseconds: number) => void;
}

const fastReconnection = { reconnectionDelay: 100, reconnectionDelayMax: 500 };

/** Opens a follower of new applications. */
// Over 60 lines: its short functions share the known applications and the pending reads.
export async function openListFollower(
  url: string,
  api: ApiClient,
  { afterId = 0, reconnection = fastReconnection, onResponse = () => undefined }: ListFollowerOptions = {},
): Promise<ListFollower> {
  const socket = io(url, {
    auth: { token: api.token },
    forceNew: true,
    transports: ['websocket'],
    ...reconnection,
  });
  const known = new Set<number>();
  const received = new Map<number, number>();
  const disconnects: string[] = [];
  let confirmedId = afterId;
  let readCount = 0;
  let pendingReads = 0;
  const session = { ended: false };
  let catchUps: Promise<void> = Promise.resolve();

  /** Reads a page, and repeats it after the retry delay, like the page. */
  async function read(page: number): Promise<ApiResponse<ApplicationPage>> {
    for (;;) {
      const began = performance.now();
      const response = await api
        .get<ApplicationPage>(`applications?limit=100&page=${page}`)
        .catch((error: unknown) => {
          onResponse(0, performance.now() - began);
          throw error;
        });
      onResponse(response.status, performance.now() - began);
      const retryAfter = response.headers.get('retry-after');
      if (response.status !== 503 || retryAfter === null) return response;
      await sleep(Number(retryAfter) * 1000 * (1 + Math.random() / 2));
    }
  }

  /** Reads everything after the last confirmed id, starting with the newest page. */
  async function catchUp(): Promise<void> {
    readCount++;
    let newest = confirmedId;
    for (let page = 1; !session.ended; page++) {
      const { status, body } = await read(page);
      if (status === 401 || status === 403) return;
      if (status !== 200) throw new Error(`the list responds with ${status}`);
      for (const { id } of body.items) known.add(id);
      newest = Math.max(newest, ...body.items.map(({ id }) => id));
      const oldest = Math.min(...body.items.map(({ id }) => id));
      if (oldest <= confirmedId - maxIdGap || page >= body.total_pages) break;
    }
    confirmedId = newest;
  }

  async function retryCatchUp(): Promise<void> {
    while (!session.ended) {
      try {
        return await catchUp();
      } catch {
        await sleep(100);
      }
    }
  }

  function requestCatchUp(): void {
    pendingReads++;
    catchUps = catchUps.then(retryCatchUp).then(() => void pendingReads--);
  }

  socket.on('application_receive', ({ id }: Application) => {
    known.add(id);
    received.set(id, (received.get(id) ?? 0) + 1);
  });
  socket.on('catch_up', requestCatchUp);
  socket.on('session_end', () => {
    session.ended = true;
    socket.disconnect();
  });
  // Reconnects after the server has disconnected or rejected it, like the page.
  const reconnectLater = (pause: number) => void setTimeout(() => session.ended || socket.connect(), pause);
  socket.on('disconnect', (reason) => disconnects.push(reason));
  socket.on('disconnect', (reason) => void (reason === 'io server disconnect' && reconnectLater(2000)));
  socket.on('connect_error', () => void (socket.active || reconnectLater(5000)));
  await new Promise<void>((done) => socket.once('connect', done));
  requestCatchUp();
  socket.on('connect', requestCatchUp);

  return {
    known,
    received,
    disconnects,
    get readCount() {
      return readCount;
    },
    get ended() {
      return session.ended;
    },
    get connected() {
      return socket.connected;
    },
    get settled() {
      return pendingReads === 0;
    },
    async settle() {
      for (let last: unknown; last !== catchUps;) {
        last = catchUps;
        await catchUps;
      }
    },
    stop() {
      session.ended = true;
      socket.disconnect();
    },
  };
}

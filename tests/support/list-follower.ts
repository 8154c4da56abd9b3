import { setTimeout as sleep } from 'node:timers/promises';
import { io, type ManagerOptions } from 'socket.io-client';
import type { ApiResponse, ApiClient } from '#kernel/testing/api.ts';
import type { Application, ApplicationPage } from '#plugins/applications/contract.ts';

/** Ids may be committed a little out of their order. */
const maxIdGap = 200;

/** What the open list of somebody has come to know, as the page does: by events, and by asking after a cut. */
export interface ListFollower {
  /** Every application that it knows of. */
  readonly known: ReadonlySet<number>;
  /** How often each came as an event. */
  readonly received: ReadonlyMap<number, number>;
  /** How often it had to ask. */
  readonly readCount: number;
  /** Whether the session was ended. */
  readonly ended: boolean;
  /** Whether it has a connection, … */
  readonly connected: boolean;
  /** … and has asked for nothing that was not answered. */
  readonly settled: boolean;
  /** Why it lost its connection, each time. */
  readonly disconnects: readonly string[];
  /** Waits until nothing is being asked for. */
  settle(): Promise<void>;
  stop(): void;
}

/** How a desk follows. */
export interface ListFollowerOptions {
  /** The last application that it need not know. */
  readonly secondsSinceStart?: number;
  readonly reconnection?: Pick<
    Partial<ManagerOptions>,
    'reconnectionDelay' | 'reconnectionDelayMax' | 'randomizationFactor'
  >;
  /** Hears what each question came to: the status, or 0 without an answer, and the milliseconds. */
  readonly onResponse?: (status: number, milliseconds: number) => void;
}

const fastReconnection = { reconnectionDelay: 100, reconnectionDelayMax: 500 };

/** Opens a desk, which follows the applications that come from now on. */
export async function openListFollower(
  url: string,
  api: ApiClient,
  {
    secondsSinceStart = 0,
    reconnection = fastReconnection,
    onResponse = () => undefined,
  }: ListFollowerOptions = {},
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
  let confirmedId = secondsSinceStart;
  let readCount = 0;
  let pendingReads = 0;
  const session = { ended: false };
  let catchUps: Promise<void> = Promise.resolve();

  /** Asks for a page, again and again while the server puts it off, as the page of a browser does. */
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

  /** All that came after the last one that is surely seen, from the newest page on. */
  async function catchUp(): Promise<void> {
    readCount++;
    let newest = confirmedId;
    for (let page = 1; !session.ended; page++) {
      const { status, body } = await read(page);
      if (status === 401 || status === 403) return;
      if (status !== 200) throw new Error(`the list answers ${status}`);
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
  // As the page does: a server that hangs up, or lets nobody in, is called again.
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

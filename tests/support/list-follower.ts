import { setTimeout as sleep } from 'node:timers/promises';
import { io, type ManagerOptions } from 'socket.io-client';
import type { ApiAnswer, ApiClient } from '#kernel/testing/api.ts';
import type { Application, ApplicationPage } from '#plugins/applications/contract.ts';

/** Ids may be committed a little out of their order. */
const disorder = 200;

/** What the open list of somebody has come to know, as the page does: by events, and by asking after a cut. */
export interface ListFollower {
  /** Every application that it knows of. */
  readonly known: ReadonlySet<number>;
  /** How often each came as an event. */
  readonly told: ReadonlyMap<number, number>;
  /** How often it had to ask. */
  readonly asked: number;
  /** Whether the session was ended. */
  readonly ended: boolean;
  /** Whether it has a connection, … */
  readonly connected: boolean;
  /** … and has asked for nothing that was not answered. */
  readonly settled: boolean;
  /** Why it lost its connection, each time. */
  readonly cuts: readonly string[];
  /** Waits until nothing is being asked for. */
  settle(): Promise<void>;
  stop(): void;
}

/** How a desk follows. */
export interface ListFollowerOptions {
  /** The last application that it need not know. */
  readonly since?: number;
  readonly reconnection?: Pick<
    Partial<ManagerOptions>,
    'reconnectionDelay' | 'reconnectionDelayMax' | 'randomizationFactor'
  >;
  /** Hears what each question came to: the status, or 0 without an answer, and the milliseconds. */
  readonly onAnswer?: (status: number, milliseconds: number) => void;
}

const soon = { reconnectionDelay: 100, reconnectionDelayMax: 500 };

/** Opens a desk, which follows the applications that come from now on. */
export async function openListFollower(
  url: string,
  api: ApiClient,
  { since = 0, reconnection = soon, onAnswer = () => undefined }: ListFollowerOptions = {},
): Promise<ListFollower> {
  const socket = io(url, {
    auth: { token: api.token },
    forceNew: true,
    transports: ['websocket'],
    ...reconnection,
  });
  const known = new Set<number>();
  const told = new Map<number, number>();
  const cuts: string[] = [];
  let surelySeen = since;
  let asked = 0;
  let asking = 0;
  const session = { ended: false };
  let questions: Promise<void> = Promise.resolve();

  /** Asks for a page, again and again while the server puts it off, as the page of a browser does. */
  async function read(page: number): Promise<ApiAnswer<ApplicationPage>> {
    for (;;) {
      const began = performance.now();
      const answer = await api
        .get<ApplicationPage>(`applications?limit=100&page=${page}`)
        .catch((error: unknown) => {
          onAnswer(0, performance.now() - began);
          throw error;
        });
      onAnswer(answer.status, performance.now() - began);
      const retryAfter = answer.headers.get('retry-after');
      if (answer.status !== 503 || retryAfter === null) return answer;
      await sleep(Number(retryAfter) * 1000 * (1 + Math.random() / 2));
    }
  }

  /** All that came after the last one that is surely seen, from the newest page on. */
  async function catchUp(): Promise<void> {
    asked++;
    let newest = surelySeen;
    for (let page = 1; !session.ended; page++) {
      const { status, body } = await read(page);
      if (status === 401 || status === 403) return;
      if (status !== 200) throw new Error(`the list answers ${status}`);
      for (const { id } of body.items) known.add(id);
      newest = Math.max(newest, ...body.items.map(({ id }) => id));
      const oldest = Math.min(...body.items.map(({ id }) => id));
      if (oldest <= surelySeen - disorder || page >= body.total_pages) break;
    }
    surelySeen = newest;
  }

  async function untilCaughtUp(): Promise<void> {
    while (!session.ended) {
      try {
        return await catchUp();
      } catch {
        await sleep(100);
      }
    }
  }

  function ask(): void {
    asking++;
    questions = questions.then(untilCaughtUp).then(() => void asking--);
  }

  socket.on('application_receive', ({ id }: Application) => {
    known.add(id);
    told.set(id, (told.get(id) ?? 0) + 1);
  });
  socket.on('catch_up', ask);
  socket.on('session_end', () => {
    session.ended = true;
    socket.disconnect();
  });
  // As the page does: a server that hangs up, or lets nobody in, is called again.
  const callAgain = (pause: number) => void setTimeout(() => session.ended || socket.connect(), pause);
  socket.on('disconnect', (reason) => cuts.push(reason));
  socket.on('disconnect', (reason) => void (reason === 'io server disconnect' && callAgain(2000)));
  socket.on('connect_error', () => void (socket.active || callAgain(5000)));
  await new Promise<void>((done) => socket.once('connect', done));
  ask();
  socket.on('connect', ask);

  return {
    known,
    told,
    cuts,
    get asked() {
      return asked;
    },
    get ended() {
      return session.ended;
    },
    get connected() {
      return socket.connected;
    },
    get settled() {
      return asking === 0;
    },
    async settle() {
      for (let last: unknown; last !== questions;) {
        last = questions;
        await questions;
      }
    },
    stop() {
      session.ended = true;
      socket.disconnect();
    },
  };
}

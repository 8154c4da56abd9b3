import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { ApiClient } from '#kernel/testing/api.ts';
import type { Application, ApplicationPage } from '#plugins/applications/contract.ts';

/** Ids may be committed a little out of their order. */
const disorder = 200;

/** What the open list of somebody has come to know, as the page does: by events, and by asking after a cut. */
export interface Desk {
  /** Every application that it knows of. */
  readonly known: ReadonlySet<number>;
  /** How often each came as an event. */
  readonly told: ReadonlyMap<number, number>;
  /** How often it had to ask. */
  readonly asked: number;
  /** Whether the session was ended. */
  readonly ended: boolean;
  /** Waits until nothing is being asked for. */
  settle(): Promise<void>;
  stop(): void;
}

/** Opens a desk, which follows the applications that come from now on. */
export async function openDesk(url: string, api: ApiClient): Promise<Desk> {
  const socket = io(url, {
    auth: { token: api.token },
    forceNew: true,
    transports: ['websocket'],
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  });
  const known = new Set<number>();
  const told = new Map<number, number>();
  let surelySeen = 0;
  let asked = 0;
  const session = { ended: false };
  let asking: Promise<void> = Promise.resolve();

  /** All that came after the last one that is surely seen, from the newest page on. */
  async function catchUp(): Promise<void> {
    asked++;
    let newest = surelySeen;
    for (let page = 1; !session.ended; page++) {
      const { status, body } = await api.get<ApplicationPage>(`applications?limit=100&page=${page}`);
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
    asking = asking.then(untilCaughtUp);
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
  await new Promise<void>((done) => socket.once('connect', done));
  ask();
  socket.on('connect', ask);

  return {
    known,
    told,
    get asked() {
      return asked;
    },
    get ended() {
      return session.ended;
    },
    async settle() {
      for (let last: unknown; last !== asking;) {
        last = asking;
        await asking;
      }
    },
    stop: () => void socket.disconnect(),
  };
}

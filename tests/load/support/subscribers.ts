import { io, type Socket } from 'socket.io-client';
import type { Application } from '#plugins/applications/contract.ts';
import type { Person } from './city.ts';

/** The open page of somebody, which hears of every application that comes. */
export interface Subscriber {
  readonly person: Person;
  /** In the order in which they were told. */
  readonly received: readonly number[];
  /** When each of them was told. */
  readonly receivedAt: readonly number[];
  /** Why it lost its connection. */
  readonly disconnects: readonly string[];
  /** How much was told, of whatever kind. */
  readonly events: number;
  close(): void;
}

/** Sockets that are opened at once; they follow one another as people do who come to work. */
const concurrency = 25;

/** Opens a socket for each; resolves when all are connected. */
export async function openSubscribers(url: string, people: readonly Person[]): Promise<Subscriber[]> {
  const subscribers: Subscriber[] = [];
  for (let from = 0; from < people.length; from += concurrency) {
    subscribers.push(
      ...(await Promise.all(
        people.slice(from, from + concurrency).map((person) => openSubscriber(url, person)),
      )),
    );
  }
  return subscribers;
}

async function openSubscriber(url: string, person: Person): Promise<Subscriber> {
  const socket: Socket = io(url, {
    auth: { token: person.token },
    forceNew: true,
    transports: ['websocket'],
  });
  const received: number[] = [];
  const receivedAt: number[] = [];
  const disconnects: string[] = [];
  let events = 0;
  socket.onAny(() => void events++);
  socket.on('application_receive', ({ id }: Application) => {
    received.push(id);
    receivedAt.push(performance.now());
  });
  socket.on('disconnect', (reason) => disconnects.push(reason));
  await new Promise<void>((connected, failed) => {
    socket.once('connect', connected);
    socket.once('connect_error', failed);
  });
  return {
    person,
    received,
    receivedAt,
    disconnects,
    get events() {
      return events;
    },
    close: () => void socket.disconnect(),
  };
}

/** Numbers in their order. */
export function sorted(values: Iterable<number>): number[] {
  return [...values].toSorted((one, other) => one - other);
}

/** Of the applications that were made, those that somebody may know of. */
export function reached(made: ReadonlyMap<number, number>, { reach }: Person): number[] {
  return sorted([...made].flatMap(([id, place]) => (reach.has(place) ? [id] : [])));
}

import { io, type Socket } from 'socket.io-client';
import type { Application } from '#plugins/applications/contract.ts';
import type { Person } from './city.ts';

/** The open page of a user, which receives every application that they may see. */
export interface Subscriber {
  readonly person: Person;
  /** Ids in the order of arrival. */
  readonly received: readonly number[];
  /** When each of them arrived, in milliseconds of `performance.now()`. */
  readonly receivedAt: readonly number[];
  /** Reasons of lost connections. */
  readonly disconnects: readonly string[];
  /** Number of events of any kind. */
  readonly events: number;
  close(): void;
}

/** The number of sockets that connect concurrently; the others wait, as at the start of a working day. */
const concurrency = 25;

/** Opens a socket for each user; resolves when all are connected. */
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

/** The numbers in ascending order. */
export function sorted(values: Iterable<number>): number[] {
  return [...values].toSorted((one, other) => one - other);
}

/** The ids of the created applications that a user may see; `made` has the neighbourhood of each id. */
export function reached(made: ReadonlyMap<number, number>, { reach }: Person): number[] {
  return sorted([...made].flatMap(([id, place]) => (reach.has(place) ? [id] : [])));
}

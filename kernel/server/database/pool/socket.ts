import type { Socket } from 'node:net';
import type pg from 'pg';

/** Milliseconds after which a farewell that nobody answers is cut short. */
const farewell = 1000;

/** What a connection to the database goes over, of which the driver's types do not tell. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** Says farewell to the database and waits for it, but not for one that does not answer. */
export async function endOrDestroy(client: pg.Client): Promise<void> {
  const late = setTimeout(() => socketOf(client).destroy(), farewell);
  await client.end().catch(() => undefined);
  clearTimeout(late);
}

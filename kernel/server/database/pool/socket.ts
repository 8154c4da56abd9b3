import type { Socket } from 'node:net';
import type pg from 'pg';

/** How long the database may take to confirm the end of a connection. */
const endTimeoutMs = 1000;

/** What the driver's client has and its types leave out. */
interface ClientInternals {
  readonly connection: { readonly stream: Socket };
  readonly processID: number;
}

/** Sound for every client of `pg`: both fields are set by its constructor or by the server's first messages. */
function internalsOf(client: pg.ClientBase): ClientInternals {
  return client as pg.ClientBase & ClientInternals;
}

/** The socket of a connection. */
export function socketOf(client: pg.ClientBase): Socket {
  return internalsOf(client).connection.stream;
}

/** The id of the server process of a connection. */
export function processIdOf(client: pg.ClientBase): number {
  return internalsOf(client).processID;
}

/** Ends a connection; destroys it when the database does not confirm in time. */
export async function endOrDestroy(client: pg.Client): Promise<void> {
  const late = setTimeout(() => socketOf(client).destroy(), endTimeoutMs);
  await client.end().catch(() => undefined);
  clearTimeout(late);
}

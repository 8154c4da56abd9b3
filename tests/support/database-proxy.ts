import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The way from a server to its database. */
export interface DatabaseProxy {
  readonly port: number;
  /** Closes it as a database that stops does: who is on it is cut, who comes is refused. */
  close(): Promise<void>;
  /**
   * Lets nothing through any more and tells nobody, as a cut cable does, or a firewall that has forgotten its connections. Who
   * is on it hears nothing more, also when it is open again; who comes meanwhile is let in, and hears nothing either.
   */
  stopAnswering(): void;
  /** Lets those through who come from now on. */
  open(): Promise<void>;
}

interface ProxyConnection {
  readonly client: Socket;
  readonly database: Socket;
  isHanging: boolean;
}

/** Builds a road to a database's socket, open at first. */
export async function startDatabaseProxy(socketPath: string): Promise<DatabaseProxy> {
  const connections = new Set<ProxyConnection>();
  let server: Server;
  let isStalled = false;

  function accept(client: Socket): void {
    const connection: ProxyConnection = { client, database: connect(socketPath), isHanging: false };
    const { database } = connection;
    connections.add(connection);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        if (!connection.isHanging) other.destroy();
        if (client.destroyed && database.destroyed) connections.delete(connection);
      });
      one.pipe(other);
    }
    if (isStalled) hang(connection);
  }

  function hang(connection: ProxyConnection): void {
    connection.isHanging = true;
    // What comes is read and thrown away.
    for (const end of [connection.client, connection.database]) end.unpipe().resume();
  }

  async function listen(port: number): Promise<number> {
    server = createServer(accept);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const port = await listen(0);
  return {
    port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const { client, database } of connections) {
        client.destroy();
        database.destroy();
      }
      await closed;
    },
    stopAnswering() {
      isStalled = true;
      for (const connection of connections) hang(connection);
    },
    async open() {
      if (!isStalled) return void (await listen(port));
      isStalled = false;
      // The database learns that nobody is there; who has waited on this side does not.
      for (const { database, isHanging } of connections) if (isHanging) database.destroy();
    },
  };
}

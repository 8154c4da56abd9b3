import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy between a server and its database. */
export interface DatabaseProxy {
  readonly port: number;
  /** Closes like a stopping database: connections are closed, new ones refused. */
  close(): Promise<void>;
  /**
   * Drops all traffic silently, like a cut cable, or a firewall that forgot its connections. Open connections
   * stay silent even after `open`; new ones are accepted, and silent too.
   */
  stopResponding(): void;
  /** Forwards new connections. */
  open(): Promise<void>;
}

interface ProxyConnection {
  readonly client: Socket;
  readonly database: Socket;
  isHanging: boolean;
}

/** Starts a proxy to a database's socket; initially open. */
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
    // Reads and discards what arrives.
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
    stopResponding() {
      isStalled = true;
      for (const connection of connections) hang(connection);
    },
    async open() {
      if (!isStalled) return void (await listen(port));
      isStalled = false;
      // The database sees a closed connection; the waiting server does not.
      for (const { database, isHanging } of connections) if (isHanging) database.destroy();
    },
  };
}

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

interface Journey {
  readonly near: Socket;
  readonly far: Socket;
  isLost: boolean;
}

/** Builds a road to a database's socket, open at first. */
export async function startDatabaseProxy(socketPath: string): Promise<DatabaseProxy> {
  const journeys = new Set<Journey>();
  let server: Server;
  let isSilent = false;

  function begin(near: Socket): void {
    const journey: Journey = { near, far: connect(socketPath), isLost: false };
    const { far } = journey;
    journeys.add(journey);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        if (!journey.isLost) other.destroy();
        if (near.destroyed && far.destroyed) journeys.delete(journey);
      });
      one.pipe(other);
    }
    if (isSilent) lose(journey);
  }

  function lose(journey: Journey): void {
    journey.isLost = true;
    // What comes is read and thrown away.
    for (const end of [journey.near, journey.far]) end.unpipe().resume();
  }

  async function listen(port: number): Promise<number> {
    server = createServer(begin);
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
      for (const { near, far } of journeys) {
        near.destroy();
        far.destroy();
      }
      await closed;
    },
    stopAnswering() {
      isSilent = true;
      for (const journey of journeys) lose(journey);
    },
    async open() {
      if (!isSilent) return void (await listen(port));
      isSilent = false;
      // The database learns that nobody is there; who has waited on this side does not.
      for (const { far, isLost } of journeys) if (isLost) far.destroy();
    },
  };
}
